/** The part of the conformance suite about what is said to an agent while it works, and what it says to Reeve. */
import { expect } from "vitest";
import { until } from "../../wait.ts";
import type { AgentLab } from "./agent-lab.ts";
import { startCallbackServer } from "./callback-server.ts";
import type { Subject } from "./subject.ts";
import { trial } from "./trial.ts";

const REPORT = '[[mcp-stall:report_result,{"decisions":["by a tool"]}]]';

export function conformsInTalk(subject: Subject): void {
  trial(
    subject,
    "steer, callback and silence",
    "a message reaches it while it works, and it calls Reeve's tools, with the token of its attempt; when its model falls silent, a stop ends it",
    async (lab) => {
      const server = await startCallbackServer();
      const { callback } = server;
      await lab.start({ marker: "[[steps:2,3]]", more: { callback } });
      await lab.usesTool();
      const message = { type: "steer", id: "m1", text: `Change of plan: ${REPORT}` } as const;
      expect(await lab.lab.host.steer(lab.attempt(), message)).toEqual({ type: "sent" });
      const { messages } = await lab.world.server.until(({ scenario, turn }) => scenario === REPORT && turn > 0);
      expect(server.reported()).toMatchObject({ status: "done", decisions: ["by a tool"] });
      expect(messages.flatMap(({ toolResults }) => toolResults).join("\n")).toContain("Reeve has your result");
      await isStopped(lab);
      await server.close();
    },
  );

  trial(subject, "interrupt", "a turn can be interrupted, and its session goes on from there", async (lab) => {
    await lab.start({ marker: "[[steps:2,300]]" });
    await lab.usesTool();
    await lab.lab.host.steer(lab.attempt(), { type: "interrupt", id: "i1" });
    expect(await lab.ended()).toEqual({ type: "stopped" });
    await lab.run({ id: "2", marker: "[[recall]]", session: await lab.session() });
    expect(lab.texts("2")).toContain("[[steps:2,300]] [[recall]]");
  });
}

/** Whatever it waits for: the time limit is Reeve's. */
export async function isStopped(lab: AgentLab): Promise<void> {
  expect(await lab.stop()).toMatchObject({ type: "stopped" });
  expect(await lab.ended()).toEqual({ type: "stopped" });
  await until(
    "every process of the agent to end",
    () => lab.world.processes().length === 0,
    () => lab.world.processes(),
  );
}
