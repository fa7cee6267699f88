/** The part of the conformance suite about failures: each way to fail is told as what it is, whatever the agent makes of it. */
import { describe, expect, test } from "vitest";
import type { Open } from "./conformance.ts";
import { FAILURES, type FailureName, type Subject } from "./subject.ts";

export function conformsInFailures(subject: Subject, open: Open): void {
  describe(`${subject.adapter} says why it failed`, () => {
    for (const [name, marker] of Object.entries(FAILURES) as [FailureName, string][]) {
      const expected = subject.failures[name];
      test(name, async (context) => {
        if (typeof expected === "object") context.skip(expected.skip);
        const refused = name === "a refused connection" ? "refused" : undefined;
        const lab = await open(subject, "says why it failed", context, refused);
        const outcome = await lab.run({ marker });
        expect(outcome).toMatchObject({ type: "failed", failure: { class: expected } });
        if (outcome.type === "failed") expect(outcome.failure.evidence.join("\n")).not.toBe("");
      });
    }

    test("it waits for a limit by itself, says so, and goes on", async (context) => {
      const lab = await open(subject, "retry notice", context);
      await lab.run({ marker: "[[http:429,1,1]]" });
      expect(lab.events("retry_notice").length).toBeGreaterThan(0);
      expect(lab.texts()).toContain("hello.txt");
    });
  });
}
