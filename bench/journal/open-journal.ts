/** Measured alone in its own process: opening a run as `reeve status` does (read only) and as `reeve run` does. */
import { openRuns } from "../../src/journal/open-runs.ts";
import { runRules } from "../../src/runtime/run/run-rules.ts";

const [root = "", how = "read"] = process.argv.slice(2);

const before = performance.now();
const runs = openRuns({ stateDir: `${root}/.reeve` });
if (how === "read") await runs.state("r1", runRules);
else {
  const lease = await runs.lease("r1");
  if ("heldBy" in lease) throw new Error("somebody has the run that is to be measured");
  await runs.open(lease, { rules: runRules, now: Date.now, dice: Math.random });
}
console.log(JSON.stringify({ ms: performance.now() - before }));
