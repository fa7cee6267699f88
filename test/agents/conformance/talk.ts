/** The part of the conformance suite about what is said to an agent while it works, and what it says to Reeve. */
import { expect } from "vitest";
import { startCallbackServer } from "./callback-server.ts";
import type { Subject } from "./subject.ts";
import { trial } from "./trial.ts";

const REPORT = '[[mcp:report_result,{"decisions":["by a tool"]}]]';

export function conformsInTalk(subject: Subject): void {
  trial(
    subject,
    "steer and callback",
    "a message reaches it while it works, and it calls Reeve's tools, with the token of its attempt",
    async (lab) => {
      const server = await startCallbackServer();
      const { callback } = server;
      await lab.start({ marker: "[[steps:2,3]]", more: { callback } });
      await lab.usesTool();
      const message = { type: "steer", id: "m1", text: `Change of plan: ${REPORT}` } as const;
      expect(await lab.lab.host.steer(lab.attempt(), message)).toEqual({ type: "sent" });
      await lab.ended();
      await server.close();
      expect(server.reported()).toMatchObject({ status: "done", decisions: ["by a tool"] });
      // Some agents put the time it took before the answer.
      expect(lab.texts()).toMatch(/report_result answered: [\s\S]*Reeve has your result/);
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
