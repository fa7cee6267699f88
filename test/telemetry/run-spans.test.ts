/** Spans from records: a Reeve that was killed leaves a span that ends where it was last heard, and the trace goes on. */
import { expect, it } from "vitest";
import type { RunRecord } from "../../src/runtime/run/run-rules.ts";
import { RunSpans } from "../../src/runtime/telemetry/run-spans.ts";
import { play } from "../simulation/play.ts";

const IDENTITY = { project: "p", run: "r1", adapters: { agent: "claude" }, texts: false };

const SEED = 7;
const CHAOS_STEPS = 60;

function recordsOf(): RunRecord[] {
  return play(SEED, CHAOS_STEPS).journal.map((record, place) => ({ ...record, seq: place + 1 }) as RunRecord);
}

it("reading the same records again makes the same spans", () => {
  const records = recordsOf();
  const read = () => {
    const spans = new RunSpans(IDENTITY);
    return records.flatMap((record) => spans.take(record));
  };
  expect(read()).toEqual(read());
  const ids = read().map(({ spanId }) => spanId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(read().map(({ of }) => of))).toEqual(new Set(["run", "task", "attempt", "decision"]));
});

it("an opening that nobody closed ends where it was last heard of, with an error, in the same trace", () => {
  const records = recordsOf();
  const opened = records.find(({ events }) => events.some(({ type }) => type === "run_opened"));
  if (!opened) throw new Error("nobody opened it");
  const spans = new RunSpans(IDENTITY);
  for (const record of records) spans.take(record);
  expect(spans.opening).not.toBeNull();
  const last = records.at(-1);
  const again = { ...opened, seq: (last?.seq ?? 0) + 1, at: (last?.at ?? 0) + 60_000 };
  const [killed] = spans.take(again).filter(({ of }) => of === "run");
  expect(killed).toMatchObject({ endMs: last?.at, error: "its Reeve ended without a word" });
  const [open] = spans.close(again.at + 5);
  expect(open?.traceId).toBe(killed?.traceId);
  expect(open?.spanId).not.toBe(killed?.spanId);
});
