/** Failures of which two share one rare name in two languages: one cause, explained, and one fix. */
import { expect, it } from "vitest";
import { aGitProject, inTurn, writes } from "./git-kit.ts";
import { eventsOf, ofType, planOf } from "./kit.ts";

const OTHERS = Array.from({ length: 6 }, (_, at) => `t${String(at).padStart(2, "0")}`);
const PYTHON = "E   ModuleNotFoundError: No module named 'tariffkit'";
const RUST = "error[E0432]: unresolved import `tariffkit`";

const seen = (id: string) => `"$(git rev-parse --git-common-dir)/../seen-${id}"`;
const check = (id: string, says: string) =>
  `test ! -e ${id}.txt || grep -q right ${id}.txt || { touch ${seen(id)}; cat <<'SAID'\n${says}\nSAID\nexit 1; }\n`;
const fails = (id: string, at: number) => `src/${id}.ts(1,20): error TS2307: Cannot find module 'part-${at}-of-${id}'.`;

const files = Object.fromEntries([
  ...OTHERS.map((id, at) => [`${id}.sh`, check(id, fails(id, at))]),
  ["py.sh", check("py", `tests/test_rate.py:1: in <module>\n    import tariffkit\n${PYTHON}`)],
  ["rs.sh", check("rs", `${RUST}\n --> src/main.rs:1:5\nerror: could not compile \`shop\` due to previous error`)],
]);

const plan = planOf(
  ...OTHERS.map((id) => `id: ${id}, gates: [sh ${id}.sh]`),
  ...["py", "rs"].map((id) => `id: ${id}, gates: [sh ${id}.sh]`),
);

const until = (ids: readonly string[]) =>
  `until ${ids.map((id) => `[ -e ${seen(id)} ]`).join(" && ")}; do sleep 0.1; done; sleep 3`;
const wrong = writes("$REEVE_TASK_ID.txt", "wrong");
// Everybody's failure is open while the two fail, and they fail last.
const right = `${until(["py", "rs"])}; ${writes("$REEVE_TASK_ID.txt", "right")}`;

const agents = {
  [OTHERS.join("|")]: inTurn(wrong, right),
  "py|rs": inTurn(`${until(OTHERS)}; ${wrong}`, right),
  "fix-1": `echo right > py.txt; ${writes("rs.txt", "right")}`,
};

it("two of eight failures name one thing in two languages: the pattern says so, one fix is made, its members go on", () => {
  const it = aGitProject(plan, agents, { settings: "max_parallel: 8\n", files });
  expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
  const events = eventsOf(it.project);
  const [found, ...more] = ofType(events, "pattern_found");
  expect(more).toEqual([]);
  expect(JSON.stringify(found)).toContain("Both name `tariffkit`, which 2 of 8 failures name.");
  expect(it.project.reeve("why", "py").out).toContain("which 2 of 8 failures name");
  expect(ofType(events, "attempt_started").filter(({ task }) => task === "fix-1")).toHaveLength(1);
  expect(ofType(events, "task_done").map(({ task }) => task)).toEqual(expect.arrayContaining(["py", "rs"]));
});
