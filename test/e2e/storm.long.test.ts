/** A storm: forty tasks all miss one module. Real agents, worktrees and merges; no model, and no luck in it. */
import { expect, it } from "vitest";
import { aGitProject } from "./git-kit.ts";
import { eventsOf, ofType } from "./kit.ts";

const TASKS = 40;
const AT_ONCE = 8;
const WASTED_MAX = 3;

const IDS = Array.from({ length: TASKS }, (_, at) => `t${at + 1}`);
const PLAN = `title: A storm\ntasks:\n${IDS.map((id) => `  - { id: ${id}, prompt: Work. }\n`).join("")}`;
/** As node says it, with the worktree's own path: no two of them are the same text. */
const MISSES_IT = `echo "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '$PWD/src/db.mjs' imported from $PWD/src/$REEVE_TASK_ID.mjs" >&2; exit 1`;
const DONE = `echo '{"status":"done","decisions":["the module db opens the store"]}'`;
const AGENT = {
  "fix-1": `mkdir -p src; echo 'export {};' > src/db.mjs; ${DONE}`,
  "*": `[ -e src/db.mjs ] || { ${MISSES_IT}; }; echo "$REEVE_TASK_ID" > "$REEVE_TASK_ID.txt"; ${DONE}`,
};

it("forty tasks that miss one module get one fix, waste at most three attempts beyond the first wave, and end green", async () => {
  const { project, git } = aGitProject(PLAN, AGENT, { settings: `max_parallel: ${AT_ONCE}\n` });
  const { code, out } = await project.start("run", "plan.yaml").ended;
  expect(out).not.toContain("asks you");
  expect(code).toBe(0);
  const events = eventsOf(project);
  const failed = ofType(events, "attempt_ended").filter(({ outcome }) => outcome.type === "failed");
  expect(ofType(events, "pattern_found").map(({ fix }) => fix.id)).toEqual(["fix-1"]);
  expect(failed.length).toBeLessThanOrEqual(AT_ONCE + WASTED_MAX);
  expect(ofType(events, "attempt_started")).toHaveLength(failed.length + 1 + TASKS);
  const merged = git("ls-tree", "--name-only", "reeve/r1/integration").split("\n");
  expect(merged).toEqual(expect.arrayContaining(IDS.map((id) => `${id}.txt`)));
  // Those that failed and those that only waited are both told why, and what was done about it.
  const [first] = failed;
  expect(project.reeve("why", first?.task ?? "").out).toMatch(/the module db is missing[\s\S]*once fix-1 is done/);
  expect(project.reeve("why", "t40").out).toContain("the module db is missing — fix-1 fixes it first");
  expect(project.read(".reeve/runs/r1/attempts/t40.1/prompt.txt")).toContain("the module db opens the store");
});
