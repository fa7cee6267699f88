import { describe, expect, it } from "vitest";
import { given, type Scenario } from "../../../testing/given.ts";
import { CRASH, done, gate } from "../../../testing/outcomes.ts";
import { orderOf } from "../react.ts";

const lost = { type: "lost", evidence: ["it had been claimed, but was never started"], outage: true } as const;
const sentBack = () =>
  given({ isolated: true, tasks: ["a"] })
    .ends("a.1", done("a"))
    .verified("a.1", gate("quality", "failed", "three of the sums are wrong"));
const promptOf = (run: Scenario, attempt: string) => orderOf(run.state, attempt).prompt;

describe("what gates found in the work", () => {
  it("is told to the attempt after it", () => {
    expect(promptOf(sentBack(), "a.2")).toContain("three of the sums are wrong");
  });

  it.each([
    ["was lost before it began", lost],
    ["crashed", CRASH],
  ])("is told again where that one %s, beside why it was restarted", (_how, outcome) => {
    const run = sentBack().ends("a.2", outcome);
    expect(promptOf(run, "a.3")).toContain("What was found in the work before that, and still counts:");
    expect(promptOf(run, "a.3")).toContain("three of the sums are wrong");
  });

  it("stays told however often that happens, and once each time", () => {
    const run = sentBack().ends("a.2", lost).ends("a.3", lost).ends("a.4", lost);
    expect(promptOf(run, "a.5").split("three of the sums are wrong")).toHaveLength(2);
  });

  it("is replaced by what the next judgement finds", () => {
    const run = sentBack().ends("a.2", lost).ends("a.3", done("a"));
    run.verified("a.3", gate("quality", "failed", "one sum is wrong"));
    expect(promptOf(run, "a.4")).toContain("one sum is wrong");
    expect(promptOf(run, "a.4")).not.toContain("three of the sums are wrong");
  });
});
