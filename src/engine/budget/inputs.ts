/** What is heard of the other runs of the project. */
import type { Usage } from "../../domain/work/outcome.ts";

export type BudgetInput = {
  readonly type: "spent_elsewhere";
  /** Days since 1970. */
  readonly day: number;
  /** On that day, and ever. */
  readonly today: Usage;
  readonly total: Usage;
};
