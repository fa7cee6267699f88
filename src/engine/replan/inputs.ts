/** What a person says to a proposed change of the plan. */
export type ReplanOrder =
  | { readonly type: "approve"; readonly replan: string }
  | { readonly type: "reject"; readonly replan: string; readonly because: string };

export type ReplanRefusal = {
  readonly what: "unknown_replan";
  readonly replan: string;
  readonly open: readonly string[];
};
