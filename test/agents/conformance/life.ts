/**
 * The part of the conformance suite about the life of an attempt: stopping takes everything with it, a killed agent can be
 * resumed, and a killed Reeve finds its agent again.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { processTable } from "../../../src/effects/processes/process-table.ts";
import { until } from "../../attempts/attempt-lab.ts";
import { startCallbackServer } from "./callback-server.ts";
import type { Open } from "./conformance.ts";
import type { Subject } from "./subject.ts";

export function conformsInLife(subject: Subject, open: Open): void {
  describe(`${subject.adapter} lives and dies in order`, () => {
    test("a stop takes the agent, its wrappers and its tools with it", async (context) => {
      const lab = await open(subject, "stop", context);
      await lab.start({ marker: "[[steps:2,300]]" });
      await lab.usesTool();
      expect(await lab.stop()).toMatchObject({ type: "stopped" });
      expect(await lab.ended()).toEqual({ type: "stopped" });
      await until(async () => lab.world.processes().length === 0);
      const asked = () => lab.world.server.requests().filter(({ scenario }) => scenario === "[[steps:2,300]]").length;
      const before = asked();
      // What lived on would have asked its model again by the time another agent has worked.
      await lab.run({ id: "2", marker: "[[result]]" });
      expect(asked()).toBe(before);
    });

    test("an agent whose model falls silent can be stopped: the time limit is Reeve's", async (context) => {
      const lab = await open(subject, "stalled", context);
      await lab.start({ marker: "[[stall]]" });
      await lab.world.server.until(({ scenario }) => scenario === "[[stall]]");
      expect(await lab.stop()).toMatchObject({ type: "stopped" });
      expect(await lab.ended()).toEqual({ type: "stopped" });
      await until(async () => lab.world.processes().length === 0);
    });

    test("an agent that is killed has crashed, and its session can be resumed", async (context) => {
      const lab = await open(subject, "killed agent", context);
      const driver = await lab.start({ marker: "[[steps:2,300]]" });
      await lab.usesTool();
      for (const pid of await descendantsOf(driver)) process.kill(pid, "SIGKILL");
      expect(await lab.ended()).toMatchObject({ type: "failed", failure: { class: "crash", restart: "transient" } });
      await lab.run({ id: "2", marker: "[[recall]]", session: await lab.session() });
      expect(lab.texts("2")).toContain("[[steps:2,300]] [[recall]]");
    });

    test("Reeve is killed: driver and agent work on, are found again, and the end is told once", async (context) => {
      const lab = await open(subject, "killed Reeve", context);
      const turn = { marker: `[[bash:until [ -e go ]; do sleep 0.1; done]]` };
      const pid = await lab.start(turn);
      await lab.usesTool();
      await lab.lab.crash();
      expect(await lab.lab.host.adopt(lab.request(turn))).toMatchObject({ state: "running", agent: { pid } });
      writeFileSync(join(lab.world.workspace.dir, "go"), "");
      await lab.ended();
      expect(lab.lab.ends).toHaveLength(1);
      expect(lab.texts()).toContain("Finished.");
    });

    test("it calls Reeve's tools, with the token of its attempt", async (context) => {
      const lab = await open(subject, "callback", context);
      const server = await startCallbackServer();
      const callback = { url: `${server.url}/mcp`, token: "open-sesame-1234" };
      await lab.run({ marker: "[[mcp:report_result]]", more: { callback } });
      await server.close();
      expect(server.calls()).toEqual([{ tool: "report_result", authorization: "Bearer open-sesame-1234" }]);
      // Some agents put the time it took before the answer.
      expect(lab.texts()).toMatch(/report_result answered: [\s\S]*noted/);
    });
  });
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
