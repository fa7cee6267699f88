/**
 * What every use case answers: data, or why it did nothing. A screen branches on `ok`, words the refusal, and renders the
 * rest. Only bugs throw; a store that cannot be used is an answer like any other.
 */
import { JournalError } from "../journal/journal-error.ts";
import type { Refusal } from "./refusal.ts";

export type Reply<T> = Granted<T> | Refused;

export interface Granted<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
}

export function granted<T>(value: T): Granted<T> {
  return { ok: true, value };
}

export function refused(refusal: Refusal): Refused {
  return { ok: false, refusal };
}

/** For use cases that read or write a journal: what the store cannot do becomes a refusal. */
export async function orJournalTrouble<T>(work: () => Promise<Reply<T>>): Promise<Reply<T>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return refused({ what: "journal", error });
  }
}
