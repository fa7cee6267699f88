/** The processes of `reeve up`: one per project, tied to the root by a pipe, and one per run, with a guardian and on its own. */
import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { KILLED } from "../app/service/queue.ts";
import type { Services } from "../app/service/services.ts";
import { GUARDIAN } from "../effects/processes/keeper-programs.ts";
import { heartFile, unguardedMs } from "../runtime/time/heart.ts";

export function openServices([program = "reeve", ...first]: readonly string[], frozenS: number): Services {
  return {
    startProject: ({ root }) => {
      const child = spawn(program, [...first, "up", "--only", root], {
        cwd: root,
        detached: true,
        // It reads nothing: that its input ends tells it that the root is gone.
        stdio: ["pipe", "inherit", "inherit"],
      });
      child.stdin?.on("error", () => {});
      const ended = new Promise<string>((resolve) => {
        child.once("error", (error) => resolve(`could not be started (${error.message})`));
        child.once("exit", (code, signal) => resolve(signal ? `was ended by ${signal}` : `exited with ${code}`));
      });
      return { pid: child.pid ?? 0, ended, kill: () => void child.kill("SIGKILL") };
    },
    workRun: async ({ root }, run, dir, logFile) => {
      const log = openSync(logFile, "a");
      const args = [GUARDIAN, heartFile(dir), `${frozenS}`, program, ...first, "run", "--run", run];
      const child = spawn("/bin/sh", args, { cwd: root, detached: true, stdio: ["ignore", log, log] });
      const watch = setInterval(() => replaceFrozen(child.pid, dir), frozenS * 1_000);
      try {
        return await new Promise((resolve, reject) => {
          child.once("error", reject);
          child.once("exit", (code) => resolve(code ?? KILLED));
        });
      } finally {
        clearInterval(watch);
        closeSync(log);
      }
    },
  };
}

/** A guardian that does not look is ended with its Reeve; agents live on, and the next one finds them. */
function replaceFrozen(guardian: number | undefined, dir: string): void {
  if (guardian === undefined || unguardedMs(dir, Date.now()) === null) return;
  try {
    process.kill(-guardian, "SIGKILL");
  } catch {} // ended meanwhile
}
