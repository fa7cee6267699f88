/** What a person says to a proposed change of the plan. */
import type { ReplanId } from "../../domain/replan.ts";

export type ReplanOrder =
  | { readonly type: "approve"; readonly replan: ReplanId }
  | { readonly type: "reject"; readonly replan: ReplanId; readonly because: string };

export type ReplanRefusal = {
  readonly what: "unknown_replan";
  readonly replan: string;
  readonly open: readonly string[];
};
