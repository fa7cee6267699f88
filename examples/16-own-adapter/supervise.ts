/** The same adapter, registered by a program: the configuration calls it `own:pebble`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineFleet, formatMistake, superviseFleet } from "reeve";
import { adapter } from "./pebble.ts";

const agent = join(import.meta.dirname, "agent.mjs");
const fleet = defineFleet({
  config: `isolation: none\nagents: { pebble: { adapter: own:pebble, command: [node, ${JSON.stringify(agent)}] } }`,
  plan: "title: One stone\ntasks: [{ id: third, prompt: Write third.txt. }]",
});
if (!fleet.ok) throw new Error(fleet.mistakes.map(formatMistake).join("\n"));

const dir = mkdtempSync(join(tmpdir(), "reeve-pebble-"));
try {
  const { run, end } = await superviseFleet(fleet.value, { dir, adapters: { pebble: adapter } });
  process.stdout.write(`${run} ${end.type}: ${end.state.run.verdict}\n`);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
