/** What happens to accounts and their usage limits. */

import type { Because } from "../../domain/because.ts";
import type { HoldKind, Pace } from "./account.ts";

export type AccountEvent =
  /** No task starts on this account before `until`; `agent` reached its limit. */
  | {
      readonly type: "account_held";
      readonly agent: string;
      readonly account: string;
      readonly until: number;
      readonly kind: HoldKind;
      /** Of a guessed time: how many in a row. */
      readonly tries?: number;
      readonly because: Because;
    }
  /** One task has started after a reset; the next one may a little later. */
  | { readonly type: "account_paced"; readonly account: string; readonly until: number; readonly because: Because }
  | { readonly type: "account_freed"; readonly account: string; readonly pace?: Pace };
