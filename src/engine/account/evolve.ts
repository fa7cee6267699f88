/** What limits of accounts change: who is held, until when, and what is remembered of it. Part of `evolve`. */
import type { LimitNote } from "../../domain/account.ts";
import type { Outcome } from "../../domain/outcome.ts";
import type { EventOf } from "../event.ts";
import { comeBack } from "../scheduling/ready-queue.ts";
import { accountResource } from "../scheduling/taken-resource.ts";
import type { State } from "../state.ts";
import { accountOf } from "./accounts.ts";

/** Due when the usage limit of an account resets. */
export function accountTimer(account: string): string {
  return `account:${account}`;
}

export function held(state: State, event: EventOf<"account_held">): void {
  const { until, because, kind = "told", tries = 0 } = event;
  const account = event.account ?? event.agent;
  state.accounts.held.set(account, { until, because, kind });
  state.timers.set(accountTimer(account), until);
  if (tries > 0) note(state, account, { tries, pace: null });
}

export function paced(state: State, { account, until, because }: EventOf<"account_paced">): void {
  state.accounts.held.set(account, { until, because, kind: "pace" });
  state.timers.set(accountTimer(account), until);
}

export function released(state: State, event: EventOf<"account_released">): void {
  const account = event.account ?? event.agent ?? "";
  state.accounts.held.delete(account);
  state.timers.delete(accountTimer(account));
  const { tries = 0, pace = null } = state.accounts.limits[account] ?? {};
  if (event.pace || tries > 0 || pace) note(state, account, { tries, pace: event.pace ?? pace });
  comeBack(state.derived.ready, accountResource(account));
}

/** Whatever else an attempt comes to, its account had no limit then. */
export function heardOf(state: State, agent: string, outcome: Outcome): void {
  const account = accountOf(state.settings, agent);
  const known = state.accounts.limits[account];
  if (!known || known.tries === 0 || outcome.type === "stopped" || outcome.type === "lost") return;
  if (outcome.type === "failed" && outcome.failure.class === "rate_limit") return;
  note(state, account, { ...known, tries: 0 });
}

function note(state: State, account: string, limit: LimitNote): void {
  state.accounts.limits = { ...state.accounts.limits, [account]: limit };
}
