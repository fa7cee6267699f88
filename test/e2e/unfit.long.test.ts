/** Three failures that name one thing: two miss it, one has it and cannot load it. One fix is made for the two, and the third is retried for itself. */
import { expect, it } from "vitest";
import { aGitProject, inTurn, writes } from "./git-kit.ts";
import { eventsOf, ofType, planOf } from "./kit.ts";

const LUA = "lua: ./tide.lua:3: module 'rockpool' not found:\n\tno field package.preload['rockpool']";
const NODE = "Error: Cannot find module 'rockpool'\nRequire stack:\n- /srv/tide/index.js";
const UNFIT =
  "error loading module 'rockpool' from file '/usr/lib/lua/5.4/rockpool.so':\n\tdlopen failed: cannot locate symbol \"fmod\"";

const seen = (id: string) => `"$(git rev-parse --git-common-dir)/../seen-${id}"`;
const check = (id: string, says: string) =>
  `test ! -e ${id}.txt || grep -q right ${id}.txt || { touch ${seen(id)}; cat <<'SAID'\n${says}\nSAID\nexit 1; }\n`;
const until = (ids: readonly string[]) =>
  `until ${ids.map((id) => `[ -e ${seen(id)} ]`).join(" && ")}; do sleep 0.05; done; sleep 3`;

const TASKS = { lua: LUA, js: NODE, old: UNFIT };
const wrong = writes("$REEVE_TASK_ID.txt", "wrong");
// All three have failed before anybody is right.
const right = `${until(Object.keys(TASKS))}; ${writes("$REEVE_TASK_ID.txt", "right")}`;

it("what is there and does not fit is not what is missing", () => {
  const plan = planOf(...Object.keys(TASKS).map((id) => `id: ${id}, gates: [sh ${id}.sh]`));
  const agents = {
    "lua|js|old": inTurn(wrong, right),
    "fix-1": `${until(Object.keys(TASKS))}; echo right > lua.txt; ${writes("js.txt", "right")}`,
  };
  const files = Object.fromEntries(Object.entries(TASKS).map(([id, says]) => [`${id}.sh`, check(id, says)]));
  const it = aGitProject(plan, agents, { settings: "max_parallel: 3\n", files });
  expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
  const [found, ...more] = ofType(eventsOf(it.project), "pattern_found");
  expect(more).toEqual([]);
  expect(found?.pattern.members.toSorted()).toEqual(["js", "lua"]);
  expect(it.project.reeve("why", "old").out).toContain("gets one more attempt; its prompt says what went wrong");
  expect(it.project.reeve("why", "js").out).toContain("name `rockpool`");
});
