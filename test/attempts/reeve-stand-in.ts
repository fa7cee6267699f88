/** A Reeve to be killed: starts one attempt, prints the pids, and stays. Arguments: the run's folder, the request. */
import { writeSync } from "node:fs";
import { agentAdapters } from "../../src/effects/agents/adapters/adapters.ts";
import { openProcessHost } from "../../src/effects/agents/host/process-host.ts";
import { createStarterClient } from "../../src/effects/processes/starter-client.ts";

const [runDir = "", request = "{}"] = process.argv.slice(2);
const starter = createStarterClient();
const host = openProcessHost({
  runDir,
  adapters: agentAdapters,
  orphanMinutes: 60,
  starter,
  listener: { onEvents: () => {}, onEnd: () => {} },
});
const answer = await host.start(JSON.parse(request));
writeSync(1, JSON.stringify({ starterPid: starter.pid(), agentPid: answer.type === "started" ? answer.pid : 0 }));
setInterval(() => {}, 1_000_000);
