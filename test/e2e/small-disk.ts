/** A small disk for a project's state folder: it can be filled, emptied and made read-only. Needs the right to mount. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { TestProject } from "./project.ts";

export interface SmallDisk {
  readonly fill: () => void;
  readonly free: () => void;
  readonly setReadOnly: (readOnly: boolean) => void;
}

/** Null where this process may not mount. Gone when the test is over. */
export function smallDisk(
  project: TestProject,
  kilobytes: number,
  whenOver: (end: () => void) => void = onTestFinished,
): SmallDisk | null {
  const dir = join(project.dir, ".reeve");
  mkdirSync(dir);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "reeve-test", dir], { stdio: "ignore" });
  } catch {
    return null;
  }
  whenOver(() => void execFileSync("umount", ["--lazy", dir]));
  const filler = join(dir, "filler");
  return {
    fill: () => fillUp(filler),
    free: () => rmSync(filler),
    setReadOnly: (readOnly) => {
      execFileSync("mount", ["-o", `remount,${readOnly ? "ro" : "rw"}`, dir]);
    },
  };
}

function fillUp(file: string): void {
  for (let bytes = 65_536; bytes >= 1; bytes = Math.floor(bytes / 2)) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: "a" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
}
