/** What only a person can answer. A question names the tasks that wait for it and what an answer will do. */
import type { Because } from "./because.ts";
import type { TaskId } from "./plan.ts";
import type { ReplanId } from "./replan.ts";

export type QuestionId = string;

export interface Question {
  readonly id: QuestionId;
  /** run: how the halted run goes on; absent: about its tasks. */
  readonly about?: "run" | "whole";
  readonly tasks: readonly TaskId[];
  /** Its agent asks while it works and does not end for it: nobody waits, and `tasks` is empty. */
  readonly asker?: TaskId;
  /** Nobody of this agent starts before it is answered: its login or its account has to be seen to. */
  readonly agent?: string;
  /** The limit of this account has reset; whether its tasks go on. */
  readonly account?: string;
  /** Whether this change of the plan is made. */
  readonly replan?: ReplanId;
  /** The agent's own words; null where the question follows from `because`. */
  readonly text: string | null;
  readonly options: readonly string[];
  readonly because: Because;
  readonly askedAt: number;
}
