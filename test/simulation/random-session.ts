/**
 * In which session each simulated agent works, and what it says about that. An agent resumes what it is ordered to, or
 * begins its own; now and then it claims to be in another's. One that could not be ended works on in its session for ever.
 */
import type { AttemptOrder } from "../../src/domain/work/attempt.ts";
import type { Input } from "../../src/engine/input.ts";
import type { Dice } from "./dice.ts";
import type { World } from "./world.ts";

/** What a person said lies in its inbox, or it cannot; sometimes Reeve is killed before it has written down which. */
export function handOn(world: World, attempt: string, message: string): void {
  const how = world.dice.pick(["sent", "sent", "cannot", "not_running"] as const);
  if (world.dice.chance(0.9)) world.submit({ type: "attempt_told", attempt, message, how });
  else world.killAndReopen();
}

export class Sessions {
  /** Of those that live: attempt → session. */
  readonly #live = new Map<string, string>();
  /** In which somebody works of whom Reeve knows only that he may be there. */
  readonly #haunted = new Set<string>();
  /** Attempts that have said where they are. */
  readonly #told = new Set<string>();

  /** Throws where a second one is sent into a session. */
  begin({ id, session }: Pick<AttemptOrder, "id" | "session">): void {
    const chosen = session?.id ?? `s-${id}`;
    if ([...this.#live.values()].includes(chosen) || this.#haunted.has(chosen))
      throw new Error(`${id} is the second one in the session ${chosen}`);
    this.#live.set(id, chosen);
  }

  /** What it tells of itself; no session, where it is too early or it has none. */
  word(attempt: string, dice: Dice): Input {
    const own = this.#live.get(attempt);
    // A session that nobody told of yet cannot be claimed by another: they are known from who was told.
    const others = [...this.#live].flatMap(([each, session]) => (this.#told.has(each) ? [session] : []));
    if (others.length > 0 && dice.chance(0.1)) return this.#says(attempt, dice.pick(others));
    if (own === undefined || dice.chance(0.3)) return this.#says(attempt, null);
    this.#told.add(attempt);
    return this.#says(attempt, own);
  }

  #says(attempt: string, session: string | null): Input {
    return { type: "attempt_progressed", attempt, usage: { tokens: 0 }, activity: null, session };
  }

  /** Sometimes not all of it could be ended; without dice all of it was. */
  end(attempt: string, dice: Dice | null): { readonly mayLive?: true } {
    const session = this.#live.get(attempt);
    this.#live.delete(attempt);
    if (session === undefined || !dice?.chance(0.05)) return {};
    this.#haunted.add(session);
    return { mayLive: true };
  }

  /** With its machine; says when. */
  lose(attempt: string, at: number): number {
    const session = this.#live.get(attempt);
    this.#live.delete(attempt);
    if (session !== undefined) this.#haunted.add(session);
    return at;
  }
}
