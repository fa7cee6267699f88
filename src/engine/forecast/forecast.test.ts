import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { given } from "../../testing/given.ts";
import { done, failed } from "../../testing/outcomes.ts";
import { type Basis, basisOf, NO_BASIS, type Points } from "./basis.ts";
import { type ForecastTask, forecast } from "./forecast.ts";
import { forecastText } from "./forecast-words.ts";
import { SampleFold } from "./sample-fold.ts";
import { readSamples, type Sample, type TaskSample } from "./samples.ts";

function points(minutes: readonly number[], usd: readonly number[] = []): Points {
  return { minutes, attempts: [1], usd, tasks: 3, from: "same_agent" };
}

function aTask(id: string, ...dependsOn: string[]): ForecastTask {
  return { id, dependsOn, agent: "sh", model: null };
}

function sample(more: Partial<TaskSample>): TaskSample {
  const of = { type: "task", project: "here", run: "r1", task: "a", agent: "sh", tier: null, model: null } as const;
  return { ...of, minutes: 10, attempts: 1, usd: 1, at: 1, ...more };
}

const TEN: Basis = { ...NO_BASIS, agents: { sh: points([10, 10, 10], [2, 2, 2]) } };

describe("a forecast", () => {
  it("follows the graph and what may run at once", () => {
    const chain = [aTask("a"), aTask("b", "a"), aTask("c", "b")];
    const wide = [aTask("a"), aTask("b"), aTask("c"), aTask("d")];
    const of = (tasks: readonly ForecastTask[], maxParallel: number) =>
      forecast({ tasks, basis: TEN, maxParallel, seed: 1 }).minutes?.p50;
    expect(of(chain, 4)).toBe(30);
    expect(of(wide, 4)).toBe(10);
    expect(of(wide, 2)).toBe(20);
    expect(of(wide, 1)).toBe(40);
  });

  it("says unknown where nothing is known, and of whom", () => {
    const tasks = [aTask("a"), { ...aTask("b"), agent: "new" }];
    const known = forecast({ tasks, basis: TEN, maxParallel: 1, seed: 1 });
    expect(known).toMatchObject({
      minutes: null,
      usd: null,
      attempts: null,
      unknown: { minutes: ["new"], usd: ["new"] },
    });
    expect(forecastText(known)).toBe("2 tasks and however many are added, time unknown for new, money unknown for new");
    const unpriced = { ...NO_BASIS, agents: { sh: points([10, 10, 10]) } };
    const timed = forecast({ tasks: [aTask("a")], basis: unpriced, maxParallel: 1, seed: 1 });
    expect(timed).toMatchObject({ minutes: { p50: 10 }, usd: null });
  });

  it("counts what runs add to their plans, where enough of them tell", () => {
    const basis = { ...TEN, added: [0, 0.5, 1] };
    const grown = forecast({ tasks: [aTask("a"), aTask("b")], basis, maxParallel: 4, seed: 1 });
    expect(grown.tasks).toEqual({ p50: 3, p90: 4 });
    expect(grown.isGrowthKnown).toBe(true);
  });

  it("is the same for the same seed, and its median is never above its 90 %", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 500, noNaN: true }), { minLength: 3, maxLength: 20 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer(),
        (minutes, maxParallel, count, seed) => {
          const tasks = Array.from({ length: count }, (_, i) => aTask(`t${i}`, ...(i % 3 === 2 ? [`t${i - 1}`] : [])));
          const basis = { ...NO_BASIS, agents: { sh: points(minutes, minutes) } };
          const wish = { tasks, basis, maxParallel, seed };
          const once = forecast(wish);
          expect(forecast(wish)).toEqual(once);
          const { minutes: time, usd } = once;
          expect(time?.p90).toBeGreaterThanOrEqual(time?.p50 ?? Number.NaN);
          expect(usd?.p90).toBeGreaterThanOrEqual(usd?.p50 ?? Number.NaN);
          // No run is longer than one after another, none shorter than the work divided among all.
          expect(time?.p90).toBeLessThanOrEqual(count * Math.max(...minutes) + 1e-6);
          expect(time?.p50).toBeGreaterThanOrEqual((count * Math.min(...minutes)) / maxParallel - 1e-6);
        },
      ),
    );
  });
});

describe("what a forecast rests on", () => {
  const agents = { sh: { tiers: [{ model: "small" }, { model: "large" }] } };

  it("is this project with the same model first, then its agent, then others with the same model", () => {
    const small = [1, 2, 3].map((minutes) => sample({ model: "small", minutes, task: `s${minutes}` }));
    const large = [7, 8].map((minutes) => sample({ model: "large", minutes, task: `l${minutes}` }));
    const others = [50, 60, 70].map((minutes) => sample({ project: "there", agent: "x", model: "large", minutes }));
    const own = basisOf([...small, ...large, ...others], "here", agents).agents;
    expect(own["sh small"]).toMatchObject({ from: "same_model", minutes: [1, 2, 3] });
    expect(own["sh large"]).toMatchObject({ from: "same_agent", minutes: [1, 2, 3, 7, 8] });
    const foreign = basisOf(others, "here", agents).agents;
    expect(foreign["sh large"]).toMatchObject({ from: "other_projects", tasks: 3 });
    expect(foreign["sh small"]).toBeUndefined();
    expect(basisOf(large, "here", agents)).toEqual(NO_BASIS);
  });

  it("leaves the money unknown where fewer than three tasks had a price, and stays small", () => {
    const many = Array.from({ length: 500 }, (_, i) => sample({ task: `t${i}`, minutes: i, usd: i < 2 ? 1 : null }));
    const { sh } = basisOf(many, "here", { sh: { tiers: [] } }).agents;
    expect(sh?.usd).toEqual([]);
    expect(sh?.minutes.length).toBe(20);
    expect([sh?.minutes[0], sh?.minutes.at(-1)]).toEqual([0, 499]);
  });

  it("skips lines that are none, and takes the last word about a task", () => {
    const lines: unknown[] = [sample({ minutes: 1 }), sample({ minutes: 2 }), { type: "task" }, null, "x"];
    const bad = [sample({ minutes: -1, task: "b" }), { ...sample({ task: "c" }), usd: "much" }];
    const text = [...lines, ...bad].map((line) => JSON.stringify(line)).join("\n");
    expect(readSamples(`${text}\n{"type":"task","pro`)).toEqual([sample({ minutes: 2 })]);
  });
});

describe("what a run came to", () => {
  it("is told per task: time at work over all attempts, attempts, money, and how much it grew", () => {
    const run = given({ tasks: ["a", "b"], settings: { maxParallel: 1 } });
    const fold = new SampleFold("here");
    const take = () => fold.take({ at: run.at, events: run.then() });
    take();
    run.at += 60_000;
    run.when({
      type: "attempt_ended",
      attempt: "a.1",
      outcome: failed("crash", "transient"),
      usage: { tokens: 5, usd: 0.5 },
    });
    take();
    run.at += 120_000;
    run.when({ type: "attempt_ended", attempt: "a.2", outcome: done("a"), usage: { tokens: 5, usd: 0.25 } });
    take();
    const [a]: Sample[] = fold.samples;
    expect(a).toMatchObject({ type: "task", task: "a", minutes: 3, attempts: 2, usd: 0.75 });
    expect(fold.samples.length).toBe(1);
    run.at += 60_000;
    run.when({ type: "attempt_ended", attempt: "b.1", outcome: done("b"), usage: { tokens: 5 } });
    take();
    expect(fold.samples).toMatchObject([
      { task: "a" },
      { task: "b", minutes: 1, usd: null },
      { type: "run", planned: 2, added: 0, advisorUsd: 0 },
    ]);
  });
});
