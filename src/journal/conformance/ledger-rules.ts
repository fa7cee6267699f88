/**
 * The smallest engine that shows everything a journal must carry: answers from state, events with time and dice, several
 * effects per record, inputs that decide nothing, and bugs. For the conformance suite and for tests of adapters.
 */
import { BugError } from "../../domain/bug.ts";
import type { Rules } from "../rules.ts";

export interface Ledger {
  sum: number;
  entries: number;
  lastAt: number;
  /** Every die thrown, added up: replay must not throw again. */
  diceSum: number;
  readonly owners: Map<string, string>;
}

export type LedgerInput =
  | { readonly type: "add"; readonly amounts: readonly number[]; readonly note?: string }
  /** Asks for a thing that only one may have; the answer says who has it. */
  | { readonly type: "claim"; readonly thing: string; readonly by: string }
  | { readonly type: "look" }
  /** A bug: changes the state by half, then throws. */
  | { readonly type: "stumble" };

export type LedgerEvent =
  | { readonly type: "added"; readonly amount: number; readonly dice: number; readonly note: string }
  | { readonly type: "claimed"; readonly thing: string; readonly by: string };

/** To be printed: the entry and the sum after its whole record. */
export interface LedgerEffect {
  readonly print: string;
}

export interface LedgerAnswer {
  readonly sum: number;
  readonly owner: string | null;
}

export type LedgerRules = Rules<Ledger, LedgerInput, LedgerEvent, LedgerEffect, LedgerAnswer>;

export const ledgerRules: LedgerRules = {
  stateVersion: 1,
  initial: () => ({ sum: 0, entries: 0, lastAt: 0, diceSum: 0, owners: new Map() }),
  step(state, { input, at, dice }) {
    const events = decide(state, input, dice);
    for (const event of events) apply(state, event, at);
    if (input.type === "stumble") {
      state.sum += 1_000_000;
      throw new BugError("the ledger stumbled");
    }
    return { events, answer: answer(state, input) };
  },
  answer,
  evolve: (state, event, { at }) => apply(state, event, at),
  react: (event, state) => (event.type === "added" ? [{ print: `${event.amount} makes ${state.sum}` }] : []),
  freeze: (state) => ({ ...state, owners: [...state.owners] }),
  thaw(json) {
    const frozen = json as Omit<Ledger, "owners"> & { owners: [string, string][] };
    return { ...frozen, owners: new Map(frozen.owners) };
  },
};

function decide(state: Ledger, input: LedgerInput, dice: number): readonly LedgerEvent[] {
  if (input.type === "add")
    return input.amounts.map((amount) => ({ type: "added", amount, dice, note: input.note ?? "" }));
  if (input.type === "claim" && !state.owners.has(input.thing))
    return [{ type: "claimed", thing: input.thing, by: input.by }];
  return [];
}

function apply(state: Ledger, event: LedgerEvent, at: number): void {
  state.entries += 1;
  state.lastAt = at;
  if (event.type === "claimed") {
    state.owners.set(event.thing, event.by);
    return;
  }
  state.sum += event.amount;
  state.diceSum += event.dice;
}

function answer(state: Ledger, input: LedgerInput): LedgerAnswer {
  return { sum: state.sum, owner: input.type === "claim" ? (state.owners.get(input.thing) ?? null) : null };
}
