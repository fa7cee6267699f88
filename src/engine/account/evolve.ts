/** What is changed when an account is held by a usage limit and freed again. */

import { accountOf } from "../lookup.ts";
import { comeBack } from "../scheduling/ready-queue.ts";
import type { State } from "../state.ts";
import type { AlsoEvolve, Evolve } from "../tables.ts";
import { clearTimer, setTimer } from "../timer.ts";
import type { AccountHold, LimitNote } from "./account.ts";
import type { AccountEvent } from "./events.ts";

export const evolve: Evolve<AccountEvent> = {
  account_held(state, { account, until, because, kind, tries = 0 }) {
    hold(state, account, { until, because, kind });
    if (tries > 0) note(state, account, { tries, pace: null });
  },
  account_paced: (state, { account, until, because }) => hold(state, account, { until, because, kind: "pace" }),
  account_freed: freed,
};

export const also: AlsoEvolve = {
  question_asked(state, { question }) {
    const held = question.kind === "account" ? state.accounts.held.get(question.account) : undefined;
    if (question.kind === "account" && held)
      state.accounts.held.set(question.account, { ...held, question: question.id });
  },
};

function hold(state: State, account: string, how: AccountHold): void {
  state.accounts.held.set(account, how);
  setTimer(state, { of: "account", account }, how.until);
}

function freed(state: State, event: Extract<AccountEvent, { type: "account_freed" }>): void {
  const { account } = event;
  state.accounts.held.delete(account);
  clearTimer(state, { of: "account", account });
  const { tries = 0, pace = null } = state.accounts.limits[account] ?? {};
  if (event.pace || tries > 0 || pace) note(state, account, { tries, pace: event.pace ?? pace });
  comeBack(state.derived.ready, { of: "account", account });
}

/** Limits in a row end here. */
export function limitOver(state: State, agent: string): void {
  const account = accountOf(state.settings, agent);
  const known = state.accounts.limits[account];
  if (known && known.tries > 0) note(state, account, { ...known, tries: 0 });
}

function note(state: State, account: string, limit: LimitNote): void {
  state.accounts.limits = { ...state.accounts.limits, [account]: limit };
}
