import { describe, expect, it } from "vitest";
import { advisors, agents, asked, countOf, HOUR_MS, UNKNOWN } from "../../testing/advised-run.ts";
import { given } from "../../testing/given.ts";
import { CRASH, failed } from "../../testing/outcomes.ts";

const TIMEOUT = failed("timeout", "transient", "took longer than 60 minutes");

function tiersOf(...names: string[]) {
  return { agent: { minutes: 60, parallel: 10, tiers: names.map((name) => ({ name, model: `model-${name}` })) } };
}

describe("the same failure with nothing changed", () => {
  it.each([
    ["at once", 0],
    ["slower than any restart window", HOUR_MS],
  ])("is tried twice when it comes %s, and then climbs the ladder", (_, ms) => {
    const run = given({ tasks: ["a"] });
    run.pass(ms).ends("a.1", CRASH).pass(ms).ends("a.2", CRASH);
    expect(run.task("a")).toMatchObject({ attempts: 2, status: "waiting_for_input" });
    expect(asked(run)).toEqual(["same_failure"]);
  });

  it("is the same also where others came between", () => {
    const other = failed("crash", "transient", "segmentation fault");
    const run = given({ tasks: ["a"] });
    run.ends("a.1", CRASH).ends("a.2", other).ends("a.3", CRASH);
    expect(run.task("a")).toMatchObject({ attempts: 3, status: "waiting_for_input" });
  });

  it("is remembered over a loss and a restart of Reeve, and a person's word begins anew", () => {
    const run = given({ tasks: ["a"] });
    run.ends("a.1", CRASH).ends("a.2", { type: "lost", evidence: [], outage: true }).ends("a.3", CRASH);
    expect(run.task("a").status).toBe("waiting_for_input");
    run.when({ type: "answer", question: "q1", text: "the disk is mended" }).ends("a.4", CRASH);
    expect(run.task("a").attempt).toBe("a.5");
  });

  it("of the world outside is waited for four times, however far apart", () => {
    const run = given({ tasks: ["a"] });
    for (const number of [1, 2, 3, 4]) run.pass(HOUR_MS / 4).ends(`a.${number}`, failed("network", "transient"));
    expect(run.task("a")).toMatchObject({ attempts: 4, status: "waiting_for_input" });
  });

  it("of an advisor is asked once more, and then it is done without", () => {
    const run = given({ tasks: ["a"], settings: { agents, advisors } }).ends("a.1", UNKNOWN);
    run.pass(120_000).ends("@supervisor-1.1", CRASH).pass(120_000);
    run.ends("@supervisor-1.2", failed("crash", "transient", "another one")).pass(120_000);
    expect(countOf(run, "advice_failed")).toBe(1);
    expect(run.everything.filter((event) => event.type === "attempt_started" && event.advisor)).toHaveLength(2);
    expect(asked(run)).toEqual(["unknown_failure"]);
  });
});

describe("a time-out", () => {
  it("of three tiers gets the next one once; the second asks", () => {
    const run = given({ tasks: ["a"], settings: { agents: tiersOf("low", "middle", "high") } });
    run.ends("a.1", TIMEOUT);
    expect(run.state.attempts.live.get("a.2")?.model).toBe("model-middle");
    run.ends("a.2", TIMEOUT);
    expect(run.task("a")).toMatchObject({ attempts: 2, status: "waiting_for_input" });
  });

  it.each([
    ["the only tier", tiersOf(), undefined],
    ["the highest tier", tiersOf("low", "high"), "high"],
  ])("at %s gets one more try, then climbs", (_, tiers, tier) => {
    const task = { id: "a", ...(tier && { tier }) };
    const run = given({ tasks: [task], settings: { agents: tiers } });
    run.ends("a.1", TIMEOUT).pass(HOUR_MS);
    expect(run.task("a").attempt).toBe("a.2");
    run.ends("a.2", TIMEOUT);
    expect(run.task("a")).toMatchObject({ attempts: 2, status: "waiting_for_input" });
  });
});
