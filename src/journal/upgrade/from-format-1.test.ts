import { expect, test } from "vitest";
import type { Event } from "../../engine/event.ts";
import { evolve } from "../../engine/evolve.ts";
import { freezeState, initialState } from "../../engine/state.ts";
import { given } from "../../testing/given.ts";
import { CRASH, done, failed } from "../../testing/outcomes.ts";
import { fromFormat1 } from "./from-format-1.ts";

/** What format 1 did not have. */
const NEW_KEYS = new Set([
  "base",
  "changeset",
  "workspace",
  "parked",
  "evictions",
  "raised",
  "holdAccounts",
  "patterns",
  "haltFailedShare",
  "advisors",
]);

function asFormat1(events: readonly Event[]): unknown {
  return JSON.parse(JSON.stringify(events, (key, value: unknown) => (NEW_KEYS.has(key) ? undefined : value)));
}

test("a run written by the first format is read as one that had no worktrees", () => {
  const run = given({ tasks: ["a", { id: "b", dependsOn: ["a"] }] });
  run.up("a.1").ends("a.1", CRASH).pass(60_000).up("a.2").ends("a.2", done("a"));
  run.up("b.1").ends("b.1", failed("test_failure", "persistent")).up("b.2").ends("b.2", done("b"));
  const written = { seq: 1, at: run.at, dice: 0, key: null, input: null, events: asFormat1(run.everything) };
  const state = initialState();
  for (const event of fromFormat1.record(written).events as Event[]) evolve(state, event, run.at);
  expect(state.run).toMatchObject({ phase: "ended", verdict: "done", base: null });
  expect(
    [...state.tasks.values()].map(({ id, status, attempts, counts }) => [id, status, attempts, counts.evictions]),
  ).toEqual([
    ["a", "done", 2, 0],
    ["b", "done", 2, 0],
  ]);
  expect(state.settings).toEqual(run.state.settings);
  expect(() => freezeState(state)).not.toThrow();
});
