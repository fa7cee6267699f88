/** What a person orders about the brake. */
export type BrakeOrder = { readonly type: "brake"; readonly reason: string } | { readonly type: "release" };

export type BrakeRefusal =
  /** There is nothing to release. */
  | { readonly what: "not_braked"; readonly phase: string }
  /** It is halted because something is used up: more has to be granted first. */
  | { readonly what: "halted_for_budget" };
