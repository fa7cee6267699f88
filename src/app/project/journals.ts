/**
 * The journals of a project's runs, for whoever looks at them from outside or lays an order into their mailbox. The only
 * file of this layer that knows where a run's journal lies. All of it throws `JournalError`.
 */
import { join } from "node:path";
import type { Event } from "../../engine/event.ts";
import type { Answer, Input, PersonInput } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import { awaitAnswer, type MailOutcome, postMail } from "../../journal/mailbox.ts";
import { readRun, readState, type StateView, tailRun } from "../../journal/read-run.ts";
import type { RunRecord } from "../../runtime/engine-port.ts";
import { foldPort } from "../../runtime/fold-port.ts";
import type { RunPlace } from "../../runtime/run-place.ts";

/** As of the newest record, whether somebody works on the run or nobody does. */
export function stateOf(place: RunPlace): Promise<StateView<State>> {
  return readState(journalOf(place), foldPort);
}

export function recordsOf(place: RunPlace, from = 1): AsyncIterable<RunRecord> {
  return readRun<Input, Event>(journalOf(place), from);
}

/** With those that are still to come, until `signal` aborts. */
export function followRecords(place: RunPlace, from: number, signal: AbortSignal): AsyncIterable<RunRecord> {
  return tailRun<Input, Event>(journalOf(place), from, signal);
}

/** Durable when it returns; its number. */
export function postOrder(place: RunPlace, order: PersonInput, from: string, at: number): number {
  return postMail(journalOf(place), order, from, at);
}

/** Null: nobody has taken it in time; it stays and will be. */
export function answerTo(place: RunPlace, order: number, timeoutMs: number): Promise<MailOutcome<Answer> | null> {
  return awaitAnswer<Answer>(journalOf(place), order, timeoutMs);
}

export function journalOf({ dir }: RunPlace): string {
  return join(dir, "journal.db");
}
