/** What a person says about growth; or nobody, where nobody is to be asked. */
import type { Because } from "../../domain/because.ts";

export type GrowthEvent =
  /** As much again may be added. */
  | { readonly type: "growth_allowed"; readonly because: Because }
  /** Nothing more is added: no fixes, no unapproved changes of the plan, no advisors. */
  | { readonly type: "growth_refused"; readonly because: Because };
