/** What the run cost over time, by agent and model, and when accounts stood at their limits. */
import type { Usage } from "../../../domain/work/outcome.ts";
import type { Event } from "../../../engine/event.ts";
import type { RunHistory } from "./run-history.ts";

export function foldMoney(history: RunHistory, event: Event, at: number): void {
  switch (event.type) {
    case "attempt_started":
      return begin(history, event.attempt, event.agent, event.model);
    case "attempt_progressed":
    case "attempt_ended":
      return spend(history, event.attempt, event.usage, at);
    case "account_held":
      if (event.kind !== "pace") hold(history, event.account, event.agent, at, event.until);
      return;
    case "account_freed":
      return free(history, event.account, at);
    default:
      return;
  }
}

function begin({ spent, counted }: RunHistory, attempt: string, agent: string, model: string | null): void {
  const key = model === null ? agent : `${agent} ${model}`;
  if (!spent.has(key)) spent.set(key, { agent, model, usd: 0, tokens: 0 });
  counted.set(attempt, { key, usage: { tokens: 0, usd: 0 } });
}

/** Attempts tell what they used so far; what is more than before is new. One that tells less at its end than before gives nothing back. */
function spend({ spent, counted, money }: RunHistory, attempt: string, usage: Usage, at: number): void {
  const known = counted.get(attempt);
  const spender = known && spent.get(known.key);
  if (!known || !spender) return;
  const usd = Math.max(0, (usage.usd ?? 0) - (known.usage.usd ?? 0));
  const tokens = Math.max(0, usage.tokens - known.usage.tokens);
  spender.usd += usd;
  spender.tokens += tokens;
  known.usage = { tokens: known.usage.tokens + tokens, usd: (known.usage.usd ?? 0) + usd };
  if (usd === 0) return;
  const last = money.at(-1);
  const sum = (last?.usd ?? 0) + usd;
  if (last?.at === at) money[money.length - 1] = { at, usd: sum };
  else money.push({ at, usd: sum });
}

function hold({ limits }: RunHistory, account: string, agent: string, from: number, until: number): void {
  const last = limits.findLast((band) => band.account === account);
  if (last && last.until >= from) last.until = Math.max(last.until, until);
  else limits.push({ account, agent, from, until });
}

function free({ limits }: RunHistory, account: string, at: number): void {
  const last = limits.findLast((band) => band.account === account);
  if (last && last.until > at) last.until = at;
}
