/**
 * A small system beside `reeve run`: a list of items that people approve, by mail, before a deadline. When all are approved
 * or time is up, the result is announced. It shows with little what a system is made of, and that the same runner, journal
 * and mailbox carry it: a timer, a person's order, an effect that is done at least once, and sentences.
 *
 * States: empty → open (items wait, the timer runs) → decided (the announcement is owed) → announced. Announced is final.
 */
import type { Rules } from "../journal/rules.ts";
import type { Desk, Performer, System } from "../runtime/runner/system.ts";
import type { Clock } from "../runtime/time/clock.ts";
import { Timers } from "../runtime/time/timers.ts";

export interface ApprovalList {
  /** Item → who approved it; null: nobody yet. */
  readonly items: Map<string, string | null>;
  dueAt: number;
  phase: "empty" | "open" | "decided" | "announced";
}

export type ApprovalInput =
  | { readonly type: "open_list"; readonly items: readonly string[]; readonly withinMs: number }
  /** A person's word. */
  | { readonly type: "approve"; readonly item: string; readonly by: string }
  | { readonly type: "time_up" }
  | { readonly type: "announcement_made" };

export type ApprovalEvent =
  | { readonly type: "list_opened"; readonly items: readonly string[]; readonly dueAt: number }
  | { readonly type: "item_approved"; readonly item: string; readonly by: string }
  | { readonly type: "list_decided"; readonly missing: readonly string[] }
  | { readonly type: "list_announced" };

export type ApprovalEffect =
  | { readonly type: "set_timer"; readonly at: number }
  | { readonly type: "announce"; readonly missing: readonly string[] };

export type ApprovalAnswer = "taken" | "refused";
export type ApprovalSystem = System<
  ApprovalList,
  ApprovalInput,
  ApprovalEvent,
  ApprovalEffect,
  ApprovalAnswer,
  "done" | "empty"
>;

export interface ApprovalOptions {
  readonly clock: Clock;
  /** Opened with these if it was not open yet. */
  readonly items: readonly string[];
  readonly withinMs: number;
  /** May be called again for the same list, after a crash: it must not matter. */
  readonly announce: (missing: readonly string[]) => Promise<void>;
}

/** A small system as an example: people approve items before a deadline. */
export function approvalList(options: ApprovalOptions): ApprovalSystem {
  return {
    rules: approvalRules,
    owed,
    rest: ({ phase }) => (phase === "announced" ? "done" : phase === "empty" ? "empty" : "moving"),
    perform: (desk) => approvalPerformer(options, desk),
    teller: () => sentence,
  };
}

/** What the example decides. */
export const approvalRules: Rules<ApprovalList, ApprovalInput, ApprovalEvent, ApprovalEffect, ApprovalAnswer> = {
  stateVersion: 1,
  initial: () => ({ items: new Map(), dueAt: 0, phase: "empty" }),
  step(state, { input, at }) {
    const events = decide(state, input, at);
    for (const event of events) evolve(state, event);
    // The last approval decides the list in the same record.
    const isComplete = state.phase === "open" && missingOf(state).length === 0;
    const decided: readonly ApprovalEvent[] = isComplete ? [{ type: "list_decided", missing: [] }] : [];
    for (const event of decided) evolve(state, event);
    return { events: [...events, ...decided], answer: events.length > 0 ? "taken" : "refused" };
  },
  answer: () => "taken",
  evolve,
  react,
  freeze: (state) => ({ ...state, items: [...state.items] }),
  thaw(json) {
    const frozen = json as Omit<ApprovalList, "items"> & { readonly items: [string, string | null][] };
    return { ...frozen, items: new Map(frozen.items) };
  },
};

function decide(state: ApprovalList, input: ApprovalInput, at: number): readonly ApprovalEvent[] {
  switch (input.type) {
    case "open_list":
      if (state.phase !== "empty") return [];
      return [{ type: "list_opened", items: input.items, dueAt: at + input.withinMs }];
    case "approve":
      if (state.phase !== "open" || state.items.get(input.item) !== null) return [];
      return [{ type: "item_approved", item: input.item, by: input.by }];
    case "time_up":
      return state.phase === "open" && at >= state.dueAt ? [{ type: "list_decided", missing: missingOf(state) }] : [];
    case "announcement_made":
      return state.phase === "decided" ? [{ type: "list_announced" }] : [];
    default:
      return input satisfies never;
  }
}

function evolve(state: ApprovalList, event: ApprovalEvent): void {
  switch (event.type) {
    case "list_opened":
      for (const item of event.items) state.items.set(item, null);
      state.dueAt = event.dueAt;
      state.phase = "open";
      return;
    case "item_approved":
      state.items.set(event.item, event.by);
      return;
    case "list_decided":
      state.phase = "decided";
      return;
    case "list_announced":
      state.phase = "announced";
      return;
    default:
      event satisfies never;
  }
}

function react(event: ApprovalEvent): readonly ApprovalEffect[] {
  if (event.type === "list_opened") return [{ type: "set_timer", at: event.dueAt }];
  return event.type === "list_decided" ? [{ type: "announce", missing: event.missing }] : [];
}

function owed(state: ApprovalList): readonly ApprovalEffect[] {
  if (state.phase === "open") return [{ type: "set_timer", at: state.dueAt }];
  return state.phase === "decided" ? [{ type: "announce", missing: missingOf(state) }] : [];
}

function approvalPerformer(
  { clock, items, withinMs, announce }: ApprovalOptions,
  { submit, report }: Desk<ApprovalList, ApprovalInput, ApprovalAnswer>,
): Performer<ApprovalList, ApprovalInput, ApprovalEvent, ApprovalEffect> {
  const timers = new Timers<"deadline">({
    clock,
    keyOf: (timer) => timer,
    onDue: () => void report({ type: "time_up" }),
  });
  return {
    open: async () => null,
    reconcile: async ({ phase }) => (phase === "empty" ? [{ type: "open_list", items, withinMs }] : []),
    begin: () => {},
    async perform(effect) {
      if (effect.type === "set_timer") return timers.set("deadline", effect.at);
      await announce(effect.missing);
      await submit({ type: "announcement_made" });
    },
    heard: () => {},
    hurry: async () => {},
    end: async () => {},
    close: async () => timers.close(),
  };
}

function sentence(event: ApprovalEvent): string {
  switch (event.type) {
    case "list_opened":
      return `${event.items.join(", ")} wait for approval.`;
    case "item_approved":
      return `${event.by} approved ${event.item}.`;
    case "list_decided":
      if (event.missing.length === 0) return "Everything is approved.";
      return `Time is up without the approval of ${event.missing.join(", ")}.`;
    case "list_announced":
      return "The result is announced.";
    default:
      return event satisfies never;
  }
}

function missingOf({ items }: ApprovalList): readonly string[] {
  return [...items].flatMap(([item, by]) => (by === null ? [item] : []));
}
