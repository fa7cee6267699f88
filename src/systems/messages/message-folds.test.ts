import { expect, test } from "vitest";
import type { Draft, Message } from "./message.ts";
import { fits, Tally } from "./message-folds.ts";

test("a state_update is merged into its sender's state, key by key, and nobody else's", () => {
  const tally = tallyOf([
    update("writer", { decisions: ["SQLite"], ref: "a.md" }),
    update("writer", { ref: "b.md" }),
    update("planner", { ref: "plan.json" }),
    { ...draft("no state"), data: { ref: "other" } },
  ]);
  expect(Object.fromEntries(tally.states)).toEqual({
    writer: { decisions: ["SQLite"], ref: "b.md" },
    planner: { ref: "plan.json" },
  });
});

test("a trend is of all scores in the log, not of the last state", () => {
  const scores = [90, 92, 70, 75].map((score, n) =>
    update("writer", { task_id: `DRAFT-00${n + 1}`, quality_self_score: score }),
  );
  const [trend] = tallyOf(scores).trends;
  expect(trend).toMatchObject({ from: "writer", change: -15, fallMax: 22 });
  expect(trend?.points.map(({ task, score }) => `${task} ${score}`)).toEqual([
    "DRAFT-001 90",
    "DRAFT-002 92",
    "DRAFT-003 70",
    "DRAFT-004 75",
  ]);
});

test("errors and last signs of life are told per sender", () => {
  const { senders } = tallyOf([{ ...draft("x"), type: "error" }, { ...draft("x"), type: "error" }, draft("y")]);
  expect(senders).toMatchObject([{ from: "writer", count: 3, errors: 2, lastType: "progress" }]);
});

test("a filter takes what fits all of it", () => {
  const message: Message = { id: "x", ts: "t", ...draft("x") };
  expect(fits({ from: ["writer"], type: ["progress", "error"] }, message)).toBe(true);
  expect(fits({ from: ["writer"], to: ["all"] }, message)).toBe(false);
});

function draft(summary: string): Draft {
  return { from: "writer", to: "coordinator", type: "progress", summary };
}

function update(from: string, data: Readonly<Record<string, unknown>>): Draft {
  return { from, to: "coordinator", type: "state_update", summary: "state", data };
}

function tallyOf(drafts: readonly Draft[]): Tally {
  const tally = new Tally();
  for (const [n, each] of drafts.entries()) tally.add({ id: `MSG-${n}`, ts: "t", ...each });
  return tally;
}
