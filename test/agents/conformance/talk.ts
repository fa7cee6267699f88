/** The part of the conformance suite about what is said to an agent while it works. */
import { expect } from "vitest";
import type { Subject } from "./subject.ts";
import { trial } from "./trial.ts";

export function conformsInTalk(subject: Subject): void {
  trial(subject, "steer", "a message reaches it while it works", async (lab) => {
    await lab.start({ marker: "[[steps:2,3]]" });
    await lab.usesTool();
    const message = { type: "steer", id: "m1", text: "Change of plan: [[result]]" } as const;
    expect(await lab.lab.host.steer(lab.attempt(), message)).toEqual({ type: "sent" });
    expect(await lab.ended()).toMatchObject({ type: "done" });
    expect(lab.world.server.requests().some(({ scenario }) => scenario === "[[result]]")).toBe(true);
  });

  trial(subject, "interrupt", "a turn can be interrupted, and its session goes on from there", async (lab) => {
    await lab.start({ marker: "[[steps:2,300]]" });
    await lab.usesTool();
    await lab.lab.host.steer(lab.attempt(), { type: "interrupt", id: "i1" });
    expect(await lab.ended()).toEqual({ type: "stopped" });
    await lab.run({ id: "2", marker: "[[recall]]", session: await lab.session() });
    expect(lab.texts("2")).toContain("[[steps:2,300]] [[recall]]");
  });
}
