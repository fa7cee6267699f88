/** Failures of which three share one rare name in three languages: one cause, explained to each, and one fix. */
import { expect, it } from "vitest";
import { aGitProject, inTurn, writes } from "./git-kit.ts";
import { eventsOf, ofType, planOf } from "./kit.ts";

const OTHERS = Array.from({ length: 6 }, (_, at) => `t${String(at).padStart(2, "0")}`);
const PYTHON = "E   ModuleNotFoundError: No module named 'tariffkit'";
const RUST = "error[E0432]: unresolved import `tariffkit`";
const GO = "main.go:4:2: package tariffkit is not in std (/usr/local/go/src/tariffkit)";

const seen = (id: string) => `"$(git rev-parse --git-common-dir)/../seen-${id}"`;
const check = (id: string, says: string) =>
  `test ! -e ${id}.txt || grep -q right ${id}.txt || { touch ${seen(id)}; cat <<'SAID'\n${says}\nSAID\nexit 1; }\n`;
const fails = (id: string, at: number) => `src/${id}.ts(1,20): error TS2307: Cannot find module 'part-${at}-of-${id}'.`;

const files = Object.fromEntries([
  ...OTHERS.map((id, at) => [`${id}.sh`, check(id, fails(id, at))]),
  ["py.sh", check("py", `tests/test_rate.py:1: in <module>\n    import tariffkit\n${PYTHON}`)],
  ["rs.sh", check("rs", `${RUST}\n --> src/main.rs:1:5\nerror: could not compile \`shop\` due to previous error`)],
  ["go.sh", check("go", GO)],
]);

const plan = planOf(
  ...OTHERS.map((id) => `id: ${id}, gates: [sh ${id}.sh]`),
  ...["py", "rs", "go"].map((id) => `id: ${id}, gates: [sh ${id}.sh]`),
);

const until = (ids: readonly string[]) =>
  `until ${ids.map((id) => `[ -e ${seen(id)} ]`).join(" && ")}; do sleep 0.1; done; sleep 3`;
const wrong = writes("$REEVE_TASK_ID.txt", "wrong");
// Everybody's failure is open while the two fail, and they fail last.
const right = `${until(["py", "rs", "go"])}; ${writes("$REEVE_TASK_ID.txt", "right")}`;

const agents = {
  [OTHERS.join("|")]: inTurn(wrong, right),
  "py|rs": inTurn(`${until(OTHERS)}; ${wrong}`, right),
  // The third fails while the fix of the others is made.
  go: inTurn(`until [ -e ${seen("fixing")} ]; do sleep 0.1; done; ${wrong}`, right),
  "fix-1": `touch ${seen("fixing")}; ${until(["go"])}; echo right > py.txt; echo right > go.txt; ${writes("rs.txt", "right")}`,
};

it("failures that name one thing in three languages are told so, each of them; one fix is made, and its members go on", () => {
  const it = aGitProject(plan, agents, { settings: "max_parallel: 9\n", files });
  expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
  const events = eventsOf(it.project);
  const [found, ...more] = ofType(events, "pattern_found");
  expect(more).toEqual([]);
  expect(JSON.stringify(found)).toContain("Both name `tariffkit`, which 2 of 8 failures name.");
  expect(it.project.reeve("why", "py").out).toContain("which 2 of 8 failures name");
  expect(it.project.reeve("why", "go").out).toContain("All 3 name `tariffkit`, which 3 of 9 failures name.");
  expect(ofType(events, "attempt_started").filter(({ task }) => task === "fix-1")).toHaveLength(1);
  expect(ofType(events, "task_done").map(({ task }) => task)).toEqual(expect.arrayContaining(["py", "rs", "go"]));
});
