/** What happens to accounts and their usage limits. */

import type { Because } from "../../domain/because.ts";
import type { HoldKind, Pace } from "./account.ts";

export type AccountEvent =
  /** Nobody of this account starts before; `agent` ran into its limit. */
  | {
      readonly type: "account_held";
      readonly agent: string;
      readonly account: string;
      readonly until: number;
      readonly kind: HoldKind;
      /** Of a guessed time: the how manieth in a row. */
      readonly tries?: number;
      readonly because: Because;
    }
  /** One of it has started after a reset; the next one a little later. */
  | { readonly type: "account_paced"; readonly account: string; readonly until: number; readonly because: Because }
  | { readonly type: "account_freed"; readonly account: string; readonly pace?: Pace };
