/** Sentences about budgets that were granted or said anew. */
import { budgetText } from "../../domain/words/budget-text.ts";
import { hush, say, type Words } from "../wording/sentence.ts";
import type { BudgetEvent } from "./events.ts";

const CAP_WORDS = { day: "All runs of this project, today,", project: "All runs of this project" } as const;

export const words: Words<BudgetEvent> = {
  budget_warned({ whose, task, limit, used }) {
    const what = `${used} of ${limit}`;
    if (task !== null) return say(task, `has used ${what} of its budget`);
    return say(null, `${whose === "run" ? "The run" : CAP_WORDS[whose === "day" ? "day" : "project"]} used ${what}`);
  },
  spent_elsewhere: hush,
  budget_granted: ({ task, cap, more }) =>
    cap !== undefined
      ? say(null, `${CAP_WORDS[cap]} may use ${budgetText(more)} more`)
      : task === null
        ? say(null, `The run is granted ${budgetText(more)} more`)
        : say(task, `is granted ${budgetText(more)} more`),
  budgets_edited: ({ budgets }) => say(null, `The run's budget is ${budgetText(budgets)} from now on (reeve.yaml)`),
};
