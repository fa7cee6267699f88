/**
 * What attempts spend: prices for tokens agents tell without one, and what the gateway counts on their way to the model.
 * It adds nothing up and decides nothing: signs go to the progress, limits of accounts are reported as inputs.
 */

import type { Budget } from "../../domain/spec/plan.ts";
import { displaySafe } from "../../domain/words/display-safe.ts";
import { type Quote, type TokenUsage, tokensOf } from "../../domain/words/token-usage.ts";
import type { AttemptId, AttemptOrder } from "../../domain/work/attempt.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import type { AgentEvent } from "../../effects/agents/adapters/agent-adapter.ts";
import type { Gateway, GatewayListener } from "../../effects/gateway/gateway-port.ts";
import type { Allowance } from "../../effects/gateway/usage/ledger.ts";
import type { RequestRecord } from "../../effects/gateway/usage/request-record.ts";
import { allowanceOf } from "../../engine/budget/allowance.ts";
import { runBudget } from "../../engine/budget/budget-of.ts";
import type { Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import type { Progress, Sign } from "./progress.ts";

/** What an agent's tokens cost, or null where nobody knows. */
export type Price = (agent: string, model: string | null, tokens: TokenUsage) => Quote | null;

export interface SpendingOptions {
  readonly progress: Progress;
  readonly report: (input: Input) => void;
  readonly price: Price;
  readonly now: () => number;
  /** Of every request at the gateway that is over. */
  readonly onRecord?: (record: RequestRecord) => void;
  readonly openGateway: ((listener: GatewayListener) => Promise<Gateway>) | null;
}

type UsageEvent = Extract<AgentEvent, { type: "usage" }>;

export class Spending {
  readonly #options: SpendingOptions;
  readonly #orders = new Map<AttemptId, AttemptOrder>();
  /** What the gateway was told that may be used, by attempt; null: by the run. */
  readonly #limits = new Map<AttemptId | null, Budget>();
  #gateway: Gateway | null = null;

  constructor(options: SpendingOptions) {
    this.#options = options;
  }

  /** The sentence that says why the gateway cannot be opened, or null. */
  async open(state: State): Promise<string | null> {
    const { openGateway, report } = this.#options;
    if (!openGateway) return null;
    try {
      this.#gateway = await openGateway({
        onRecord: (record) => this.#record(record),
        // The engine stops it when it sees the count; that is in the records of what is broken off now.
        onOver: () => {},
        onTrouble: (message) => report({ type: "door_troubled", message }),
        onHold: ({ agents, until }) => report({ type: "account_limited", agents, until }),
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return `The gateway cannot listen on this machine (${reason}). To run without it, write gateway: off in reeve.yaml.`;
    }
    this.#limit(null, runBudget(state), state.spending.usage);
    return null;
  }

  /** Where the attempt finds the models' APIs; null: where they are. */
  begin(order: AttemptOrder, state: State): { readonly url: string } | null {
    this.#orders.set(order.id, order);
    if (!this.#gateway) return null;
    const task = state.tasks.get(order.task);
    if (task) this.#limit(order.id, allowanceOf(state, task, this.#options.now()), task.usage);
    const before = state.attempts.live.get(order.id)?.usage;
    if (before) this.#options.progress.resume(order.id, before);
    return { url: this.#gateway.url(order.agent, order.id) };
  }

  /** So much may be used in all from now on; said twice it counts once. Null: by the run. */
  allow(attempt: AttemptId | null, budget: Budget): void {
    const before = this.#limits.get(attempt);
    if (!this.#gateway || !before || (attempt !== null && !this.#orders.has(attempt))) return;
    this.#limits.set(attempt, budget);
    const more = (kind: "usd" | "tokens") => (budget[kind] ?? 0) - (before[kind] ?? 0);
    this.#gateway.raise(attempt, { usd: more("usd"), tokens: more("tokens") });
  }

  #limit(attempt: AttemptId | null, budget: Budget, used: Usage): void {
    this.#limits.set(attempt, budget);
    if (attempt === null) this.#gateway?.setRunBudget(left(budget, used));
    else this.#gateway?.setBudget(attempt, left(budget, used));
  }

  /** What an agent told, with a price where it knew none. */
  usageOf(attempt: AttemptId, { usage: told, model, parts }: UsageEvent): Pick<Sign, "usage" | "price"> {
    const order = this.#orders.get(attempt);
    const usage = parts ? { ...told, output: parts.output } : told;
    if (usage.usd !== undefined || !parts || !order) return { usage };
    const called = model ?? order.model;
    const quote = this.#options.price(order.agent, called, parts);
    const price = unlisted(called, quote);
    if (quote === null) return { usage, ...price };
    const { usd, like } = quote;
    return { usage: { ...usage, usd, ...(like !== undefined && { estimated: true }) }, ...price };
  }

  agentOf(attempt: AttemptId): string | undefined {
    return this.#orders.get(attempt)?.agent;
  }

  end(attempt: AttemptId): void {
    this.#orders.delete(attempt);
    this.#limits.delete(attempt);
    this.#gateway?.end(attempt);
  }

  async close(): Promise<void> {
    await this.#gateway?.close();
  }

  #record(record: RequestRecord): void {
    const { attempt, tokens, usd, like, ended } = record;
    // What comes after the end of an attempt is of a process that is being ended.
    if (!this.#orders.has(attempt)) return;
    this.#options.onRecord?.(record);
    const estimated = like === undefined ? {} : ({ estimated: true } as const);
    const counts = tokens && { tokens: tokensOf(tokens), output: tokens.output };
    const counted = counts && { ...counts, ...(usd !== null && { usd }), ...estimated };
    const quote = usd === null ? null : { usd, ...(like !== undefined && { like }) };
    const price = counted && counted.tokens > 0 ? unlisted(record.model, quote) : {};
    const activity = activityOf(record);
    if (!counted && activity === null) return;
    const urgent = ended === "over_budget";
    this.#options.progress.sign(attempt, {
      ...(counted && { counted }),
      ...(activity !== null && { activity }),
      ...(urgent && { urgent }),
      ...price,
    });
  }
}

/** What an API answered is shown to people. */
const MODEL_LENGTH_MAX = 80;

/** How a model is priced that is not on the list; nothing where it is. */
function unlisted(model: string | null, quote: Quote | null): Pick<Sign, "price"> {
  if (quote !== null && quote.like === undefined) return {};
  const called = displaySafe(model ?? "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MODEL_LENGTH_MAX);
  return { price: { model: called === "" ? "(it named none)" : called, like: quote?.like ?? null } };
}

/** Of a budget, what has not been used. */
function left({ usd, tokens }: Budget, used: Usage): Allowance | null {
  if (usd === undefined && tokens === undefined) return null;
  return {
    ...(usd !== undefined && { usd: usd - (used.usd ?? 0) }),
    ...(tokens !== undefined && { tokens: tokens - used.tokens }),
  };
}

/** Only trouble: what goes well the agent tells better. */
function activityOf({ status, ended, retryAt }: RequestRecord): string | null {
  if (ended === "over_budget" || (ended === "refused" && retryAt === null)) return "its budget is used up";
  if (ended === "refused") return "a limit of its model's API is reached";
  if (status !== null && status >= 400) return `its model's API answered ${status}`;
  return status === null && ended === "cut" ? "its model's API could not be reached" : null;
}
