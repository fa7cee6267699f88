/** What is heard of the other runs of the project, and of this machine. */
import type { Elsewhere } from "./state.ts";

export type BudgetInput = { readonly type: "spent_elsewhere" } & Elsewhere;
