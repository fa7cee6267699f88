/**
 * The part of the conformance suite about the life of an attempt: stopping takes everything with it, a killed agent can be
 * resumed, and a killed Reeve finds its agent again.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { processTable } from "../../../src/effects/processes/process-table.ts";
import { until } from "../../attempts/attempt-lab.ts";
import { startCallbackServer } from "./callback-server.ts";
import type { Subject } from "./subject.ts";
import { trial } from "./trial.ts";

export function conformsInLife(subject: Subject): void {
  trial(subject, "stop", "found again after Reeve was killed, a stop takes it, wrappers and tools", async (lab) => {
    const turn = { marker: "[[steps:2,300]]" };
    const pid = await lab.start(turn);
    await lab.usesTool();
    await lab.lab.crash();
    expect(await lab.lab.host.adopt(lab.request(turn))).toMatchObject({ state: "running", agent: { pid } });
    expect(await lab.stop()).toMatchObject({ type: "stopped" });
    expect(await lab.ended()).toEqual({ type: "stopped" });
    await until(async () => lab.world.processes().length === 0);
  });

  trial(
    subject,
    "stalled",
    "an agent whose model falls silent can be stopped: the time limit is Reeve's",
    async (lab) => {
      await lab.start({ marker: "[[stall]]" });
      await lab.world.server.until(({ scenario }) => scenario === "[[stall]]");
      expect(await lab.stop()).toMatchObject({ type: "stopped" });
      expect(await lab.ended()).toEqual({ type: "stopped" });
      await until(async () => lab.world.processes().length === 0);
    },
  );

  trial(subject, "killed agent", "an agent that is killed has crashed, and its session can be resumed", async (lab) => {
    // At its second call: some agents write a new session down only after the first.
    const driver = await lab.start({ marker: "[[steps:3,2]]" });
    await lab.usesTool("1", 2);
    for (const pid of await descendantsOf(driver)) end(pid);
    expect(await lab.ended()).toMatchObject({ type: "failed", failure: { class: "crash", restart: "transient" } });
    await lab.run({ id: "2", marker: "[[recall]]", session: await lab.session() });
    expect(lab.texts("2")).toContain("[[steps:3,2]] [[recall]]");
  });

  trial(
    subject,
    "killed Reeve",
    "Reeve is killed: driver and agent work on, are found again, and the end is told once",
    async (lab) => {
      const turn = { marker: `[[bash:until [ -e go ]; do sleep 0.1; done]]` };
      const pid = await lab.start(turn);
      await lab.usesTool();
      await lab.lab.crash();
      expect(await lab.lab.host.adopt(lab.request(turn))).toMatchObject({ state: "running", agent: { pid } });
      writeFileSync(join(lab.world.workspace.dir, "go"), "");
      await lab.ended();
      expect(lab.lab.ends).toHaveLength(1);
      expect(lab.texts()).toContain("Finished.");
    },
  );

  trial(subject, "callback", "it calls Reeve's tools, with the token of its attempt", async (lab) => {
    const server = await startCallbackServer();
    const { callback } = server;
    await lab.run({ marker: '[[mcp:report_result,{"decisions":["by a tool"]}]]', more: { callback } });
    await server.close();
    expect(server.reported()).toMatchObject({ status: "done", decisions: ["by a tool"] });
    // Some agents put the time it took before the answer.
    expect(lab.texts()).toMatch(/report_result answered: [\s\S]*Reeve has your result/);
  });
}

/** One that ends by itself meanwhile needs no end. */
export function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {}
}

/** Of a driver: the agent, its wrappers and its tools. */
export async function descendantsOf(pid: number): Promise<readonly number[]> {
  const choice = processTable();
  if (!choice.ok) throw new Error(choice.sentence);
  const all = await choice.table.list();
  const found = [pid];
  for (const parent of found) found.push(...all.filter(({ ppid }) => ppid === parent).map((info) => info.pid));
  return found.slice(1);
}
