/** Defines, supervises and reads a fleet; then asks the pure tree library what a supervisor would do. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTree, defineFleet, defineTree, driveTree, formatMistake, readFleet, superviseFleet } from "reeve";

const fleet = defineFleet({
  config: `isolation: none
agents: { echo: { adapter: command, command: [sh, -c, 'echo "{\\"status\\":\\"done\\"}"'] } }`,
  plan: "title: Two words\ntasks: [{ id: hello, prompt: Say hello. }, { id: world, depends_on: [hello], prompt: Say world. }]",
});
if (!fleet.ok) throw new Error(fleet.mistakes.map(formatMistake).join("\n"));

const dir = mkdtempSync(join(tmpdir(), "reeve-library-"));
try {
  await superviseFleet(fleet.value, { dir });
  const view = await readFleet(dir);
  process.stdout.write(`${view?.counts.done} of ${view?.total} tasks are done\n`);
} finally {
  rmSync(dir, { recursive: true, force: true });
}

const tree = defineTree({ id: "root", strategy: "one_for_all", children: [{ id: "a" }, { id: "b" }] });
if (!tree.ok) throw new Error("the tree has mistakes");
const state = createTree(tree.spec);
driveTree(state, { type: "boot" }, 0, 0);
const crash = { type: "ended", path: "root/b", incarnation: null, reason: "error" } as const;
const { actions } = driveTree(
  state,
  crash,
  1000,
  0,
  () => "started",
  () => "shutdown",
);
for (const action of actions) if (action.type === "noted") process.stdout.write(`${action.event.join(" ")}\n`);
