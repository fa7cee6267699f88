/**
 * The shapes of the tables that subjects are made of. Each subject has the clauses for its own inputs and events; put
 * together in `engine.ts`, `evolve.ts`, `react.ts` and `words.ts` they are complete, or the project does not compile.
 */
import type { Context } from "./context.ts";
import type { Effect } from "./effect.ts";
import type { Event } from "./event.ts";
import type { Answer } from "./input.ts";
import type { State } from "./state.ts";

interface Typed {
  readonly type: string;
}

/** Input → events, and an answer. */
export type Decide<I extends Typed> = {
  readonly [T in I["type"]]: (context: Context, input: Extract<I, { type: T }>) => Answer;
};

/** Event → state. Changes the state and nothing else; asks no rule. */
export type Evolve<E extends Typed> = {
  readonly [T in E["type"]]: (state: State, event: Extract<E, { type: T }>, at: number) => void;
};

/** What else a subject changes when an event of another subject happens. It comes before the owner's own clause. */
export type AlsoEvolve = Partial<Evolve<Event>>;

/** What a subject decides because an event happened, its own or another's; at once, before the next event. */
export type Follow = {
  readonly [T in Event["type"]]?: (context: Context, event: Extract<Event, { type: T }>) => void;
};

/** Event → effects. */
export type React<E extends Typed> = {
  readonly [T in E["type"]]: (event: Extract<E, { type: T }>, state: State) => readonly Effect[];
};

/** What else a subject does when an event of another subject happened. It comes after the owner's own. */
export type AlsoReact = Partial<React<Event>>;

/** The clause of an event that changes nothing in the state. */
export function unchanged(): void {}

/** The clause of an event that nothing has to be done for. */
export function nothing(): readonly Effect[] {
  return [];
}
