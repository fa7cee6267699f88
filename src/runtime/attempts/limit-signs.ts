/**
 * The first sign of a usage limit: an agent at work says that it was refused and tries again. Its account is told at once,
 * so that nobody else of it starts and is refused as well. One sign per attempt; what an agent writes beside such notices
 * is never read. Decides nothing.
 */
import type { AttemptId } from "../../domain/work/attempt.ts";
import { classify } from "../../engine/classify/classify.ts";
import { retryAtIn } from "../../engine/classify/retry.ts";
import type { Input } from "../../engine/input.ts";

export interface LimitSignsOptions {
  readonly agentOf: (attempt: AttemptId) => string | undefined;
  readonly now: () => number;
  /** The time zone of a time that names none. */
  readonly zone: string;
  readonly report: (input: Input) => unknown;
}

const TEXT_LENGTH_MAX = 300;

export class LimitSigns {
  readonly #options: LimitSignsOptions;
  readonly #told = new Set<AttemptId>();

  constructor(options: LimitSignsOptions) {
    this.#options = options;
  }

  /** `text`: what the agent said of a request that it makes again. */
  notice(attempt: AttemptId, text: string): void {
    const { agentOf, now, zone, report } = this.#options;
    const agent = agentOf(attempt);
    if (agent === undefined || this.#told.has(attempt) || !isLimit(text)) return;
    this.#told.add(attempt);
    const said = text.replaceAll(/\s+/g, " ").slice(0, TEXT_LENGTH_MAX);
    const until = retryAtIn(text, now(), zone) ?? null;
    void report({ type: "account_limited", agents: [agent], until, said });
  }

  end(attempt: AttemptId): void {
    this.#told.delete(attempt);
  }
}

/** A status of 429 is one, whatever else is said. */
function isLimit(text: string): boolean {
  return /\banswered 429\b/.test(text) || classify({ text }).class === "rate_limit";
}
