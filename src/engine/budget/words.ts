/** Sentences about budgets that were granted or said anew. */
import type { SharedCap } from "../../domain/spec/caps.ts";
import { budgetText } from "../../domain/words/budget-text.ts";
import { hush, say, type Words } from "../wording/sentence.ts";
import type { BudgetEvent } from "./events.ts";

const CAP_WORDS: Readonly<Record<SharedCap, string>> = {
  day: "All runs of this project, today,",
  project: "All runs of this project",
  machine: "All projects on this machine, today,",
};

export const words: Words<BudgetEvent> = {
  budget_warned({ whose, task, gang, limit, used }) {
    const what = `${used} of ${limit}`;
    if (whose === "attempt") return say(task, `has used ${what} that one attempt may use`);
    if (task !== null) return say(task, `has used ${what} of its budget`);
    if (gang !== undefined) return say(null, `Gang ${gang} has used ${what}`);
    return say(
      null,
      `${whose === "run" || whose === "task" || whose === "gang" ? "The run" : CAP_WORDS[whose]} used ${what}`,
    );
  },
  spent_elsewhere: hush,
  gang_budgets_edited: ({ budgets }) => {
    const all = Object.entries(budgets).map(([gang, budget]) => `${gang} ${budgetText(budget)}`);
    return say(null, `The gangs' budgets from now on (plan): ${all.join("; ") || "none"}`);
  },
  budget_granted: ({ task, cap, gang, more }) =>
    gang !== undefined
      ? say(null, `Gang ${gang} is granted ${budgetText(more)} more`)
      : cap !== undefined
        ? say(null, `${CAP_WORDS[cap]} may use ${budgetText(more)} more`)
        : task === null
          ? say(null, `The run is granted ${budgetText(more)} more`)
          : say(task, `is granted ${budgetText(more)} more`),
  budgets_edited: ({ budgets }) => say(null, `The run's budget is ${budgetText(budgets)} from now on (reeve.yaml)`),
};
