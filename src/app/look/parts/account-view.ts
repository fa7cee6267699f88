/** Accounts that wait for their usage limit: whose, until when, and how many tasks wait for it. Part of `project`. */

import type { Because } from "../../../domain/because.ts";
import type { HoldKind } from "../../../engine/account/account.ts";
import { agentsOf } from "../../../engine/account/accounts.ts";
import { accountOf } from "../../../engine/lookup.ts";
import type { State } from "../../../engine/state.ts";

export interface AccountView {
  readonly account: string;
  /** Those that share it. */
  readonly agents: readonly string[];
  /** When the limit resets, as it was told or guessed; milliseconds since 1970. */
  readonly until: number;
  readonly kind: Exclude<HoldKind, "pace">;
  /** How often in a row a time had to be guessed; 0 where it was told. */
  readonly tries: number;
  /** Tasks that could start if it were not for the limit. */
  readonly waiting: number;
  /** It has reset, and this asks whether its tasks start. */
  readonly question: string | null;
  readonly because: Because;
}

/** What only starts one task at a time is no longer held. */
export function accountsView(state: State): AccountView[] {
  return [...state.accounts.held].flatMap(([account, { until, kind = "stated", question = null, because }]) => {
    if (kind === "pace") return [];
    const agents = agentsOf(state.settings, account);
    const tries = kind === "guessed" ? (state.accounts.limits[account]?.tries ?? 0) : 0;
    return [{ account, agents, until, kind, tries, waiting: waitingFor(state, account), question, because }];
  });
}

function waitingFor({ tasks, attempts: { live: attempts }, settings }: State, account: string): number {
  let count = 0;
  for (const { status, spec, attempt } of tasks.values()) {
    if (accountOf(settings, spec.agent) !== account) continue;
    if (status === "ready" || (attempt !== null && attempts.get(attempt)?.phase === "deferred")) count += 1;
  }
  return count;
}
