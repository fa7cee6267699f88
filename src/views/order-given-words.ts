/** What became of an order that was given, in one sentence. */
import type { ToldReport } from "../app/orders/await-told.ts";
import type { OrderGiven } from "../app/orders/give-order.ts";
import { workOfAttempt } from "../domain/work/attempt.ts";
import type { PersonInput } from "../engine/input.ts";
import { TOLD } from "../engine/talk/words.ts";
import { orderName } from "./order-words.ts";
import { plainText } from "./words.ts";

/** What became of it. */
export function orderText({ run, order, how, told }: OrderGiven): string {
  if (told !== undefined) return toldText(told);
  switch (how) {
    case "done":
      return orderDone(order);
    case "waits":
      return `Recorded: ${orderName(order)}. Nobody works on ${run} now; the next \`reeve run\` takes it first.`;
    case "late":
      return "The order is recorded, but the Reeve that works on the run has not taken it yet; `reeve events` shows when it does.";
    case "needless":
      return `${run} is not paused; there is nothing to resume.`;
    default:
      return how satisfies never;
  }
}

function toldText(told: ToldReport): string {
  if (told.how === "kept") return `Nobody works on ${told.task} now: its next attempt reads it in its prompt.`;
  const { attempt } = told;
  if (told.how === "later") return `${attempt} is told as soon as it works; \`reeve events\` shows it.`;
  return `${workOfAttempt(attempt)}: attempt ${attempt.slice(attempt.lastIndexOf(".") + 1)} ${TOLD[told.how]}.`;
}

function orderDone(order: PersonInput): string {
  switch (order.type) {
    case "pause":
      return "Paused: running agents go on, nothing new starts. `reeve resume` goes on.";
    case "resume":
      return "The run goes on.";
    case "stop":
      return "Stopping: agents are asked to end, and ended after their grace period. `reeve run` goes on later.";
    case "retry":
      return `${order.task} will be tried again, and its agent is told what changed.`;
    case "skip":
      return `${order.task} is skipped.`;
    case "answer":
      return `${order.question} is answered: ${plainText(order.text)}`;
    case "tell":
      return `${order.task} is told.`;
    case "approve":
      return `${order.replan} is approved: the plan changes now, unless work that began meanwhile stands against it; \`reeve events\` tells.`;
    case "reject":
      return `${order.replan} is refused: the plan stays as it is.`;
    default:
      return order satisfies never;
  }
}
