/** What the engine says of an order beside that it is taken: what may be used by now, what of a plan was taken, who is ended. */
import type { OrderAnswer } from "../app/orders/give-order.ts";
import { budgetText } from "../domain/words/budget-text.ts";
import { usageText } from "../domain/words/spent.ts";
import { plainText } from "./words.ts";

export function answerText(answer: OrderAnswer): string {
  switch (answer.type) {
    case "granted":
      return `${answer.limits.map(limitText).join(" ")}${settledText(answer.settled)}`;
    case "added":
      return `${answer.task} is added to the plan.`;
    case "cut":
      return `${answer.attempts.join(", ")} ${answer.attempts.length === 1 ? "is" : "are"} being ended.`;
    case "edited":
      return [...editedLines(answer), ...(answer.settled.length > 0 ? [settledText(answer.settled).trim()] : [])].join(
        " ",
      );
    default:
      return answer satisfies never;
  }
}

/** What of an edited plan is taken, and what is not. */
export function editedLines({
  taken,
  left,
}: {
  readonly taken: readonly string[];
  readonly left: readonly string[];
}): string[] {
  return [
    ...(taken.length === 0 ? [] : [`Taken from the changed files: ${taken.map(plainText).join("; ")}.`]),
    ...(left.length === 0 ? [] : [`Not taken: ${left.map(plainText).join("; ")}.`]),
  ];
}

type Limit = Extract<OrderAnswer, { type: "granted" }>["limits"][number];

function limitText({ task, cap, gang, budget, used, moreMinutes }: Limit): string {
  const { minutes: _, ...money } = task === null ? { ...budget, minutes: undefined } : budget;
  const spent = usageText(used);
  const own = gang === undefined ? (task ?? "The run") : `Gang ${gang}`;
  const who = cap === undefined ? own : `All runs of the project${cap === "day" ? ", today," : ""}`;
  const all = task === null ? budget : money;
  const parts = [
    ...(Object.keys(all).length === 0
      ? []
      : [`may use ${budgetText(all)} in all (${spent === "" ? "nothing used" : `${spent} used`})`]),
    ...(moreMinutes === undefined ? [] : [`has ${moreMinutes} more minutes for each attempt`]),
  ];
  return `${who} ${parts.join(" and ")}.`;
}

function settledText(settled: readonly string[]): string {
  return settled.length === 0 ? "" : ` ${settled.join(", ")} ${settled.length === 1 ? "continues" : "continue"}.`;
}
