/** Limits beside the run's own: of an attempt, a day, the project, and of how fast; and what is said before they are reached. */
import { describe, expect, it } from "vitest";
import { dayOf } from "../../basics/zone-offset.ts";
import type { Caps } from "../../domain/spec/caps.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { freezeState, thawState } from "../state.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { capUsage } from "./caps.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function aRun(caps: Caps, budgets = {}): Scenario {
  return given({ tasks: ["a", "b"], settings: { caps, budgets } })
    .up("a.1")
    .up("b.1");
}

function spends(run: Scenario, attempt: string, usd: number): Scenario {
  return run.when({ type: "attempt_progressed", attempt, usage: { tokens: 1, usd }, activity: null, session: null });
}

function others(run: Scenario, usd: number): Scenario {
  const used = { tokens: 1, usd };
  return run.when({ type: "spent_elsewhere", day: Math.floor(run.at / DAY), today: used, total: used });
}

function allEnd(run: Scenario): Scenario {
  for (const { id } of [...run.state.attempts.live.values()]) run.ends(id, { type: "stopped" });
  return run;
}

const why = ({ state }: Scenario) => state.run.because && becauseSentence(state.run.because);

describe("an attempt", () => {
  it("that uses more than any may is stopped; its task asks, its work is kept, and the others go on", () => {
    const run = spends(aRun({ attempt: { usd: 1 } }), "a.1", 1.5);
    expect(run.state.attempts.live.get("a.1")).toMatchObject({ phase: "stopping" });
    run.ends("a.1", { type: "stopped" });
    expect([...run.state.questions.open.values()]).toMatchObject([{ tasks: ["a"] }]);
    expect(run.everything.findLast(({ type }) => type === "attempt_ended")).toMatchObject({
      outcome: { type: "failed", failure: { class: "budget" } },
      changeset: "keep",
    });
    expect(run.state.attempts.live.has("b.1")).toBe(true);
  });
});

describe("a day", () => {
  it("is over for all runs of the project together, and no task has failed by it", () => {
    const run = spends(others(aRun({ day: { usd: 5 } }), 4), "a.1", 2);
    expect(why(run)).toBe("today's budget of $5 is used up ($6.00 so far)");
    allEnd(run);
    expect(run.state.run.phase).toBe("halted");
    expect(run.state.questions.open.size).toBe(0);
  });

  it("begins anew at midnight, also after a restart", () => {
    const run = spends(aRun({ day: { usd: 5 } }), "a.1", 4);
    const again = Object.assign(run, { state: thawState(structuredClone(freezeState(run.state))) });
    expect(capUsage(again.state, "day", again.at).usd).toBe(4);
    expect(capUsage(again.state, "day", again.at + DAY).usd).toBe(0);
    again.at += DAY;
    expect(spends(again, "a.1", 8).state.run.phase).toBe("working");
    expect(spends(again, "a.1", 9.5).state.run.phase).toBe("stopping");
  });

  it("is granted more by a word, for that day only, and the run resumes", () => {
    const run = allEnd(spends(aRun({ day: { usd: 5 } }), "a.1", 6));
    expect(run.when({ type: "grant", grant: "g1", to: "day", more: { usd: 10 } }).answer).toMatchObject({
      type: "granted",
      limits: [{ cap: "day", budget: { usd: 15 } }],
    });
    expect(run.state.run.phase).toBe("working");
    run.when({ type: "grant", grant: "g1", to: "day", more: { usd: 10 } });
    expect(run.everything.filter(({ type }) => type === "budget_granted")).toHaveLength(1);
    run.at += DAY;
    expect(spends(run, "a.2", 5.5).state.run.phase).toBe("stopping");
    expect(run.when({ type: "grant", grant: "g2", to: "project", more: { usd: 1 } }).answer).toMatchObject({
      refusal: { what: "no_budget" },
    });
  });
});

describe("the project", () => {
  it("has one limit over all its runs and days, and what others used counts before anything starts", () => {
    const run = given({ tasks: ["a"], settings: { caps: { project: { usd: 5 } } } });
    others(run, 6);
    expect(why(run)).toBe("the project's budget of $5 is used up ($6.00 so far)");
  });
});

describe("the day of a machine", () => {
  const none = { tokens: 0, usd: 0 };

  /** What other projects used of it; `limit` null: there is none any more. */
  function machineOf(run: Scenario, usd: number, limit: number | null): Scenario {
    const machine = limit === null ? {} : { machine: { limit: { usd: limit }, today: { tokens: 1, usd } } };
    return run.when({ type: "spent_elsewhere", day: Math.floor(run.at / DAY), today: none, total: none, ...machine });
  }

  it("stops a run that has no limit of its own, and lets it continue when more is allowed while its Reeve is there", () => {
    const run = spends(machineOf(aRun({}), 4, 5), "a.1", 0.9);
    expect(run.state.run.phase).toBe("working");
    expect(run.everything.findLast(({ type }) => type === "budget_warned")).toMatchObject({ whose: "machine" });
    spends(run, "a.1", 1.5);
    expect(why(run)).toBe("this machine's daily budget of $5 is used up ($5.50 so far)");
    allEnd(run);
    expect(run.state.run.phase).toBe("halted");
    expect(run.state.questions.open.size).toBe(0);
    expect(machineOf(run, 4.2, 5).state.run.phase).toBe("halted");
    expect(machineOf(run, 4.2, 9).state.run.phase).toBe("working");
  });

  it("starts nobody in a run that was opened while its agents were still being stopped for it", () => {
    const run = spends(machineOf(aRun({}), 4, 5), "a.1", 2);
    expect(run.state.run.phase).toBe("stopping");
    const { settings } = run.state;
    const adopted = ["a.1", "b.1"];
    run.when({ type: "run_opened", host: "h", bootId: "b", pid: 1, version: "0", settings, adopted });
    allEnd(run);
    expect(run.state.run.phase).toBe("halted");
    expect(run.everything.filter(({ type }) => type === "attempt_started")).toHaveLength(2);
  });

  it("is over at midnight, and so is a limit that was taken back", () => {
    const run = allEnd(spends(machineOf(aRun({}), 4, 5), "a.1", 2));
    run.at += DAY;
    expect(machineOf(run, 0, 5).state.run.phase).toBe("working");
    const other = allEnd(spends(machineOf(aRun({}), 4, 5), "a.1", 2));
    expect(machineOf(other, 4, null).state.run.phase).toBe("working");
  });
});

describe("midnight", () => {
  it("is that of the machine's time zone, also on a day of 23 hours", () => {
    const run = aRun({ day: { usd: 5 } });
    const { host, bootId } = { host: "h", bootId: "b" };
    const { settings } = run.state;
    run.when({
      ...({ type: "run_opened", host, bootId, pid: 1, version: "0", settings, adopted: [] } as const),
      zone: "Europe/Berlin",
    });
    // 2026-03-29, when clocks go forward: it begins at 23:00 UTC of the day before and ends at 22:00 UTC.
    const midnight = 1_774_738_800_000;
    expect(dayOf(midnight - 1, "Europe/Berlin") + 1).toBe(dayOf(midnight, "Europe/Berlin"));
    run.at = midnight + MINUTE;
    spends(run, "a.1", 4);
    expect(capUsage(run.state, "day", midnight + 23 * 60 * MINUTE - 1).usd).toBe(4);
    expect(capUsage(run.state, "day", midnight + 23 * 60 * MINUTE).usd).toBe(0);
  });
});

describe("how fast", () => {
  it("is judged over five minutes: a burst passes, a fire is braked and asked about", () => {
    const run = spends(aRun({ usdPerMinute: 1 }), "a.1", 4);
    expect(run.state.run.phase).toBe("working");
    expect(spends(run.pass(6 * MINUTE), "a.1", 8).state.run.phase).toBe("working");
    expect(spends(run.pass(MINUTE), "a.1", 10).state.run.phase).toBe("stopping");
    expect(why(run)).toBe("$6.00 were spent in the last five minutes, more than $1 a minute");
    expect([...run.state.questions.open.values()]).toMatchObject([{ kind: "halt" }]);
    allEnd(run).when({ type: "release" });
    expect(spends(run.up("a.2"), "a.2", 1).state.run.phase).toBe("working");
  });
});

describe("a warning", () => {
  const warnings = (run: Scenario) =>
    run.everything.flatMap((event) => (event.type === "budget_warned" ? [[event.whose, event.used, event.limit]] : []));

  it("comes once at four fifths, for each budget, and again for a raised one", () => {
    const run = given({
      tasks: [{ id: "a", budget: { usd: 2 } }, "b"],
      settings: { budgets: { usd: 10 }, caps: { day: { usd: 20 } } },
    })
      .up("a.1")
      .up("b.1");
    spends(spends(spends(run, "a.1", 1.5), "a.1", 1.7), "a.1", 1.8);
    expect(warnings(run)).toEqual([["task", "$1.70", "$2"]]);
    spends(spends(run, "b.1", 6.3), "b.1", 7);
    expect(warnings(run).slice(1)).toEqual([["run", "$8.10", "$10"]]);
    run.when({ type: "grant", grant: "g1", to: "run", more: { usd: 2 } });
    expect(warnings(spends(run, "b.1", 8)).slice(2)).toEqual([["run", "$9.80", "$12"]]);
  });
});
