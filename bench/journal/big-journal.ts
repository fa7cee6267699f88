/**
 * Writes a run with as many events as asked for, through the real engine, loop and journal: tasks whose attempts crash
 * and are restarted many times before they are done. It breaks off, as a killed Reeve would, at the worst moment for
 * whoever opens the run next: the next snapshot is almost due, so there is nearly as much to replay as there ever is.
 */
import { DatabaseSync } from "node:sqlite";
import type { Outcome } from "../../src/domain/work/outcome.ts";
import type { RunRecord } from "../../src/runtime/run/run-rules.ts";
import { done, singles, workPlan } from "../workload.ts";

const [root = "", taskCount = "1000", eventsMin = "200000", parallel = "200"] = process.argv.slice(2);

/** About; a few tasks are still open when there are enough events. */
const EVENTS_PER_ATTEMPT = 8;
const attemptsEach = Math.ceil((1.2 * Number(eventsMin)) / Number(taskCount) / EVENTS_PER_ATTEMPT);
/** Each crash is another one: those that are alike would be taken for one cause, and a crash that repeats is not retried for ever. */
function crash(task: string, attempt: number): Outcome {
  const broke = `ReferenceError: ${wordOf(task)}${wordOf(`${attempt}`)} is not defined`;
  return { type: "failed", failure: { class: "crash", restart: "transient", message: broke, evidence: [broke] } };
}

/** Letters alone: numbers in what programs print are no difference to whoever compares it. */
function wordOf(name: string): string {
  return name.replaceAll(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)));
}

const LOOK_RECORDS = 50;
/** Of the way from one snapshot to the next. */
const WORST = 0.75;

const journal = `${root}/.reeve/runs/r1/journal.db`;
let reader: DatabaseSync | null = null;
let events = 0;
let snapshotAt = 0;
let recordsBetween = 0;

const endOf = (task: string, attempt: number): Outcome => (attempt < attemptsEach ? crash(task, attempt) : done(task));
await workPlan(root, singles(Number(taskCount), Number(parallel)), endOf, onRecord);
throw new Error(`the run ended after ${events} events`);

function onRecord(record: RunRecord): void {
  events += record.events.length;
  if (record.seq % LOOK_RECORDS !== 0) return;
  const newest = newestSnapshot();
  if (newest > snapshotAt) [recordsBetween, snapshotAt] = [newest - snapshotAt, newest];
  if (events < Number(eventsMin) || record.seq - snapshotAt < WORST * recordsBetween) return;
  console.log(JSON.stringify({ journal, events, records: record.seq, replayed: record.seq - snapshotAt }));
  process.exit(0);
}

function newestSnapshot(): number {
  reader ??= new DatabaseSync(journal, { readOnly: true });
  return Number(reader.prepare("SELECT max(seq) AS seq FROM snapshot").get()?.seq ?? 0);
}
