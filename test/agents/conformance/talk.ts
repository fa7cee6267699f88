/** The part of the conformance suite about what goes back and forth while an agent works: messages to it, and what it used. */
import { describe, expect, test } from "vitest";
import type { Open } from "./conformance.ts";
import type { Subject } from "./subject.ts";

export function conformsInTalk(subject: Subject, open: Open): void {
  describe(`${subject.adapter} hears and counts`, () => {
    test("a message reaches it while it works", async (context) => {
      const lab = await open(subject, "steer", context);
      await lab.start({ marker: "[[steps:2,3]]" });
      await lab.usesTool();
      const message = { type: "steer", id: "m1", text: "Change of plan: [[result]]" } as const;
      expect(await lab.lab.host.steer(lab.attempt(), message)).toEqual({ type: "sent" });
      expect(await lab.ended()).toMatchObject({ type: "done" });
      expect(lab.world.server.requests().some(({ scenario }) => scenario === "[[result]]")).toBe(true);
    });

    test("a turn can be interrupted, and its session goes on from there", async (context) => {
      const lab = await open(subject, "interrupt", context);
      await lab.start({ marker: "[[steps:2,300]]" });
      await lab.usesTool();
      await lab.lab.host.steer(lab.attempt(), { type: "interrupt", id: "i1" });
      expect(await lab.ended()).toEqual({ type: "stopped" });
      await lab.run({ id: "2", marker: "[[recall]]", session: await lab.session() });
      expect(lab.texts("2")).toContain("[[steps:2,300]] [[recall]]");
    });

    test("what it used is counted once, also over a resumed session", async (context) => {
      const lab = await open(subject, "tokens", context);
      await lab.run({ marker: "[[usage:1000,100,0,1]]" });
      const first = lab.tokens();
      // Two requests, and errands of its own that answer little.
      expect(first).toBeGreaterThanOrEqual(2_200);
      const usd = lab.events("usage").reduce((sum, { usage }) => sum + (usage.usd ?? 0), 0);
      const usedBefore = { tokens: first, usd };
      const session = await lab.session();
      await lab.run({ id: "2", marker: "[[usage:1000,100]]", session, more: { usedBefore } });
      expect(lab.tokens("2")).toBeGreaterThanOrEqual(1_100);
      expect(lab.tokens("2")).toBeLessThan(first + 1_100);
    });

    test("it tells what it cost", async (context) => {
      const lab = await open(subject, "cost", context);
      await lab.run({ marker: "[[usage:1000,100]]" });
      const session = await lab.session();
      const cost = (id: string) => lab.events("usage", id).reduce((sum, { usage }) => sum + (usage.usd ?? 0), 0);
      expect(cost("1")).toBeGreaterThan(0);
      await lab.run({
        id: "2",
        marker: "[[usage:1000,100]]",
        session,
        more: { usedBefore: { tokens: 1_100, usd: cost("1") } },
      });
      expect(cost("2")).toBeCloseTo(cost("1"), 5);
    });
  });
}
