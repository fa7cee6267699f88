/** An agent whose account has reached a limit: nothing of it is started before the reset. What runs is not touched. */
import { type Because, because } from "../domain/because.ts";
import type { Answer, Input } from "../domain/input.ts";
import type { Context } from "./context.ts";

/** Told by the gateway, not by a failure: it costs nobody a retry. */
export function onAccountLimited(context: Context, input: Extract<Input, { type: "account_limited" }>): Answer {
  const { settings } = context.state;
  const known = input.agents.filter((agent) => Object.hasOwn(settings.agents, agent));
  if (!settings.policies.holdAccounts || known.length === 0) return { type: "no" };
  const facts = { class: "rate_limit", message: "its model's API said so" };
  for (const agent of known) holdAccount(context, agent, input.until, because("account_limit", facts));
  return { type: "taken" };
}

/** The later of two resets counts: both were said of the same account. */
export function holdAccount({ state, emit, at }: Context, agent: string, reset: number, why: Because): void {
  const until = Math.max(reset, at + 1);
  if ((state.accounts.get(agent)?.until ?? 0) >= until) return;
  emit({ type: "account_held", agent, until, because: { ...why, facts: { ...why.facts, agent } } });
}
