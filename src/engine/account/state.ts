/** Accounts and their usage limits. A slice of the state. */

import { mapSlice } from "../slice.ts";
import type { AccountHold, LimitNote } from "./account.ts";

export interface AccountsState {
  /** Those whose usage limit has to reset first. */
  held: Map<string, AccountHold>;
  /** What is remembered of an account's limits while it is not held. */
  limits: Readonly<Record<string, LimitNote>>;
}

export const accountsSlice = mapSlice<AccountsState>(() => ({ held: new Map(), limits: {} }), "held");
