/** Whoever else has a login on this machine reads nothing of what Reeve keeps, whatever the umask says. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { aGitProject, type GitProject } from "../e2e/git-kit.ts";
import { DONE, eventsOf, ofType, planOf } from "../e2e/kit.ts";
import { BIN } from "../e2e/project.ts";
import { HANG_MS } from "../wait.ts";
import { aPlace, ONCE } from "./attack-kit.ts";

/** As a person does whose files everybody may read and write. */
function reeveWideOpen(
  { project }: GitProject,
  ...args: string[]
): { readonly code: number | null; readonly err: string } {
  const { status, stderr } = spawnSync("/bin/sh", ["-c", 'umask 000; exec "$0" "$@"', process.execPath, BIN, ...args], {
    cwd: project.dir,
    env: project.env,
    encoding: "utf8",
    timeout: HANG_MS,
  });
  return { code: status, err: stderr };
}

/** What others may read, write or enter below it; links have no rights of their own. */
function openToOthers(dir: string, ...without: string[]): readonly string[] {
  const skipped = without.flatMap((path) => ["-path", join(dir, path), "-prune", "-o"]);
  const { stdout } = spawnSync("find", [dir, ...skipped, "!", "-type", "l", "-perm", "/077", "-print"], {
    encoding: "utf8",
  });
  return stdout.split("\n").filter((path) => path !== "");
}

it("all of it is the user's alone, also what git, SQLite, keepers and agents made; agents' own files are as they made them", () => {
  const seen = join(aPlace(), "seen");
  const look = `find "$REEVE_PROJECT/.reeve" ! -type l -perm /077 -path '*.reeve' > ${seen}`;
  const find = `find "$REEVE_PROJECT"/.reeve/runs/r1/attempts "$REEVE_PROJECT"/.reeve/runs/r1/journal* ! -type l -perm /077 >> ${seen}`;
  const agent = `${look}; ${find}; echo x > part.txt; stat -c %a part.txt > rights.txt; ${DONE}; echo '{"status":"done"}' > $REEVE_RESULT`;
  const it = aGitProject(planOf("id: a, gates: [test -e part.txt]"), { a: agent });
  expect(reeveWideOpen(it, "run", "plan.yaml").code).toBe(0);
  const state = join(it.project.dir, ".reeve");
  expect(ofType(eventsOf(it.project), "task_integrated")).toHaveLength(1);
  // Seen by the agent while it worked, and by us when all was over.
  expect(readFileSync(seen, "utf8")).toBe("");
  expect(statSync(state).mode & 0o777).toBe(0o700);
  expect(openToOthers(state, "worktrees")).toEqual([]);
  expect(it.git("show", "reeve/r1:rights.txt")).toBe("666");
});

it("what a run that fails keeps of its spending and its failures is the user's alone too", () => {
  const it = aGitProject(planOf("a"), { a: "exit 3" }, { settings: ONCE });
  expect(reeveWideOpen(it, "run", "plan.yaml").code).not.toBe(0);
  const state = join(it.project.dir, ".reeve");
  expect(existsSync(join(state, "spending", "r1.json"))).toBe(true);
  expect(existsSync(join(state, "runs", "r1", "failures.told"))).toBe(true);
  expect(openToOthers(state, "worktrees")).toEqual([]);
});

it("a folder that others could read is closed before anything is done, with all that lies in it, and told", () => {
  const it = aGitProject(planOf("a"), { a: `echo x > part.txt; ${DONE}` });
  const state = join(it.project.dir, ".reeve");
  mkdirSync(join(state, "old"), { recursive: true });
  writeFileSync(join(state, "old", "notes.txt"), "kept");
  for (const path of [state, join(state, "old")]) chmodSync(path, 0o777);
  chmodSync(join(state, "old", "notes.txt"), 0o666);
  expect(it.project.reeve("doctor").out).toContain("can be read by other users of this machine");
  const { code, err } = reeveWideOpen(it, "run", "plan.yaml");
  expect(code).toBe(0);
  expect(err).toContain("Other users of this machine could read");
  expect(openToOthers(state, "worktrees")).toEqual([]);
  expect(reeveWideOpen(it, "run", "plan.yaml").err).not.toContain("Other users");
});
