/**
 * What may still be spent through the gateway, by each attempt and by the run as a whole, and whether it is used up. It
 * adds up and compares; what follows from it is decided elsewhere. Without a limit nothing is ever used up.
 */
import { tokenText } from "../../../domain/words/token-usage.ts";

/** What is left to spend. What is absent has no limit. */
export interface Allowance {
  readonly usd?: number;
  readonly tokens?: number;
}

export interface Over {
  readonly whose: "attempt" | "run";
  /** What was left when the limit was set, and what was used since. */
  readonly left: string;
  readonly used: string;
}

interface Pot {
  left: Allowance;
  usd: number;
  tokens: number;
}

export class Ledger {
  readonly #attempts = new Map<string, Pot>();
  #run: Pot | null = null;

  /** Begins counting anew. Null: no limit. */
  setBudget(attempt: string, left: Allowance | null): void {
    if (left === null) this.#attempts.delete(attempt);
    else this.#attempts.set(attempt, { left, usd: 0, tokens: 0 });
  }

  setRunBudget(left: Allowance | null): void {
    this.#run = left === null ? null : { left, usd: 0, tokens: 0 };
  }

  /** So much more than before; what was used stays used. Null: the run. */
  raise(attempt: string | null, more: Allowance): void {
    const pot = attempt === null ? this.#run : this.#attempts.get(attempt);
    if (!pot) return;
    const { usd, tokens } = pot.left;
    pot.left = {
      ...(usd !== undefined && { usd: usd + (more.usd ?? 0) }),
      ...(tokens !== undefined && { tokens: tokens + (more.tokens ?? 0) }),
    };
  }

  draw(attempt: string, tokens: number, usd: number): Over | null {
    for (const pot of [this.#attempts.get(attempt), this.#run]) {
      if (!pot) continue;
      pot.tokens += tokens;
      pot.usd += usd;
    }
    return this.over(attempt);
  }

  over(attempt: string): Over | null {
    return overOf("attempt", this.#attempts.get(attempt)) ?? overOf("run", this.#run);
  }
}

function overOf(whose: Over["whose"], pot: Pot | null | undefined): Over | null {
  if (!pot) return null;
  const { left, usd, tokens } = pot;
  if (left.usd !== undefined && usd > left.usd) return { whose, left: dollars(left.usd), used: dollars(usd) };
  if (left.tokens !== undefined && tokens > left.tokens)
    return { whose, left: tokenText(Math.max(0, left.tokens)), used: tokenText(tokens) };
  return null;
}

function dollars(usd: number): string {
  return `$${Math.max(0, usd).toFixed(usd < 1 ? 4 : 2)}`;
}
