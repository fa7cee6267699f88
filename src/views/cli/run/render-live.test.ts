import fc from "fast-check";
import { expect, it } from "vitest";
import { projectFleet } from "../../../app/look/fleet-view.ts";
import { given } from "../../../testing/given.ts";
import { CRASH } from "../../../testing/outcomes.ts";
import { widthOf } from "../../words.ts";
import { renderLive } from "./render-live.ts";

const size = fc.record({ columns: fc.integer({ min: 1, max: 200 }), rows: fc.integer({ min: 1, max: 50 }) });

it("fits into any terminal, however small, with its last row left free", () => {
  const tasks = Array.from({ length: 12 }, (_, i) => `task-${i}-名前`);
  const run = given({ tasks, settings: { maxParallel: 12 } });
  const activity = "読んでいる 😀 a long story about everything that ever happened in this repository";
  for (const task of tasks) run.up(`${task}.1`);
  run.when({ type: "attempt_progressed", attempt: `${tasks[0]}.1`, usage: { tokens: 1 }, activity, session: null });
  run.ends(`${tasks[1]}.1`, CRASH);
  const view = projectFleet(run.state);
  fc.assert(
    fc.property(size, ({ columns, rows }) => {
      const lines = renderLive(view, run.at + 5_000, { columns, rows });
      expect(lines.length).toBeLessThan(Math.max(2, rows));
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(Math.max(1, columns - 1));
    }),
  );
});

it("counts down a usage limit while nobody works", () => {
  const run = given({ tasks: ["a"] });
  const failure = { class: "rate_limit", restart: "transient", message: "limit", evidence: [] } as const;
  run.ends("a.1", { type: "failed", failure: { ...failure, retryAt: run.at + 8_100_000 } });
  const shown = (at: number) => renderLive(projectFleet(run.state), at, { columns: 100, rows: 20 }).join("\n");
  expect(shown(run.at)).toContain("⏳ agent waits 2 h 15 min for its usage limit to reset; 1 task waits");
  expect(shown(run.at + 8_070_000)).toContain("waits 30 s for");
});
