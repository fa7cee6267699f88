/**
 * A tick that dispatches is killed before every single system call by which it could change anything: files, folders, locks,
 * processes. Each time the body is the old one or the new one, and never is a worker at work whose row is not written.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { anEpic, bodyOf, EPIC, forget, queuedRow, workersEnded } from "./epic-project.ts";
import { BIN, type TestProject } from "./project.ts";

/** Of the thread that decides and writes; what only reads is left out, and so is what talks to other threads. */
const CALLS =
  "mkdir,rename,renameat2,unlink,rmdir,link,symlink,chmod,fchmod,fsync,fdatasync,ftruncate,pwrite64,clone,clone3,fork,vfork,kill";

test("the body is old or new, and a dispatch that has its row is worked exactly once", async (context) => {
  if (spawnSync("strace", ["-V"]).status !== 0) return context.skip("needs strace");
  const project = anEpic({
    items: [queuedRow("a")],
    agent: 'echo x >> "$WORKED"; echo x > a.txt; git add -A; git commit -qm work',
  });
  const worked = join(project.dir, ".worked");
  project.with({ WORKED: worked });
  const old = project.read(EPIC);
  const trace = join(project.dir, ".trace");
  const calls = await wholeTick(project, trace);
  expect(calls.some((line) => /rename\(.*shop\.md/.test(line))).toBe(true);
  expect(calls.some((line) => /^(?:clone|clone3|fork|vfork)\(/.test(line))).toBe(true);
  const seen = { old: 0, new: 0, killed: 0 };
  for (let at = 1; at <= calls.length; at += 1) {
    forget(project);
    project.write(EPIC, old);
    rmSync(worked, { force: true });
    const said = `killed before call ${at}: ${calls[at - 1]}`;
    const { signal } = traced(project, trace, ["-e", `inject=${nth(calls, at)}`]);
    if (signal === "SIGKILL") seen.killed += 1;
    const body = project.read(EPIC);
    const isOld = body === old;
    seen[isOld ? "old" : "new"] += 1;
    if (isOld) {
      expect(existsSync(worked), said).toBe(false);
      expect(project.reeve("tick", EPIC, "--dry-run"), said).toMatchObject({
        out: "Would decide: a is dispatched to sh.\n",
        err: "",
      });
      continue;
    }
    const { dispatch } = bodyOf(project).items[0]?.fields ?? {};
    expect(bodyOf(project), said).toMatchObject({
      items: [{ status: "in_progress" }],
      patterns: [{ class: "dispatch_ok" }],
    });
    // A tick that finds its worker at its end already asks Marsha.
    expect([0, 9], said).toContain(project.reeve("tick", EPIC).code);
    await workersEnded(project);
    expect(bodyOf(project).items[0]?.fields, said).toMatchObject({ exit: "0", dispatch });
    expect(readFileSync(worked, "utf8"), said).toBe("x\n");
    expect(
      readdirSync(join(project.dir, "epics")).filter((name) => name.endsWith(".new")),
      said,
    ).toEqual([]);
  }
  expect(seen.killed).toBeGreaterThanOrEqual(calls.length - 2);
  expect(seen.old).toBeGreaterThan(5);
  expect(seen.new).toBeGreaterThan(2);
});

/** Which call of its name it is: strace counts each name by itself. */
function nth(calls: readonly string[], at: number): string {
  const names = calls.slice(0, at).map((line) => line.slice(0, line.indexOf("(")));
  const name = names.at(-1) ?? "";
  return `${name}:signal=SIGKILL:when=${names.filter((each) => each === name).length}`;
}

/** The calls of one that is not killed. */
async function wholeTick(project: TestProject, trace: string): Promise<readonly string[]> {
  expect(traced(project, trace).status).toBe(0);
  const calls = readFileSync(trace, "utf8")
    .split("\n")
    .filter((line) => /^\w+\(/.test(line));
  await workersEnded(project);
  return calls;
}

function traced(project: TestProject, trace: string, more: readonly string[] = []) {
  rmSync(trace, { force: true });
  return spawnSync(
    "strace",
    ["-e", `trace=${CALLS}`, "-e", "signal=none", "-o", trace, ...more, process.execPath, BIN, "tick", EPIC],
    { cwd: project.dir, env: project.env },
  );
}
