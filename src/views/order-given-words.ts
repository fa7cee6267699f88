/** What became of an order that was given, in one sentence. */
import type { ToldReport } from "../app/orders/await-told.ts";
import type { OrderGiven } from "../app/orders/give-order.ts";
import { workOfAttempt } from "../domain/work/attempt.ts";
import type { PersonInput } from "../engine/input.ts";
import { TOLD } from "../engine/talk/words.ts";
import { answerText } from "./order-answer-words.ts";
import { orderName } from "./order-words.ts";
import { plainText } from "./words.ts";

/** For whoever put a key into words. */
export const MASKED_TEXT =
  "Warning: this looks like it holds a key. Reeve never passes keys on in words: the agent reads [redacted] in its place. Give it by `env` of the agent in reeve.yaml, and `reeve retry` the task.";

/** What became of it. */
export function orderText({ run, order, how, told, answer }: OrderGiven): string {
  if (told !== undefined) return toldText(told);
  switch (how) {
    case "done":
      return answer === undefined ? orderDone(order) : answerText(answer);
    case "waits": {
      const what = answer === undefined ? `${orderName(order)}.` : answerText(answer);
      return `Recorded: ${what} No Reeve is running ${run}; the next \`reeve run\` takes it first.`;
    }
    case "late":
      return "The order is recorded, but the Reeve working on the run has not taken it yet; `reeve events` shows when it does.";
    case "needless":
      return `${run} is not paused; there is nothing to resume.`;
    default:
      return how satisfies never;
  }
}

function toldText(told: ToldReport): string {
  if (told.how === "kept") return `No agent is working on ${told.task}: its next attempt finds it in its prompt.`;
  const { attempt } = told;
  if (told.how === "later") return `${attempt} gets it as soon as it has started; \`reeve events\` shows when.`;
  return `${workOfAttempt(attempt)}: attempt ${attempt.slice(attempt.lastIndexOf(".") + 1)} ${TOLD[told.how]}.`;
}

function orderDone(order: PersonInput): string {
  switch (order.type) {
    case "pause":
      return "Paused: running agents keep working, nothing new starts. `reeve resume` ends the pause.";
    case "resume":
      return "The run resumes.";
    case "stop":
      return "Stopping: agents are asked to end, and killed after their grace period. `reeve run` resumes the run later.";
    case "retry":
      return `${order.task} will be retried, and its prompt says what changed.`;
    case "take":
      return `${order.task} is yours: no agent works on it until you hand it back.`;
    case "skip":
      return `${order.task} is skipped.`;
    case "answer":
      return `${order.question} is answered: ${plainText(order.text)}`;
    case "brake":
      return "The brake is pulled: agents are being stopped or paused, nothing starts. `reeve release` lets the run continue, one task first.";
    case "release":
      return "The brake is released: one agent at a time works until the first task is done, then all of them.";
    case "ack":
      return `${order.question} is acknowledged: it stays open, and you are not reminded of it.`;
    case "tell":
      return `${order.task} is told.`;
    case "approve":
      return `${order.replan} is approved: the plan changes now, unless work that has started since prevents it; \`reeve events\` shows it.`;
    case "reject":
      return `${order.replan} is refused: the plan stays as it is.`;
    case "grant":
    case "cut":
    case "add":
    case "edit_plan":
      return `Taken: ${orderName(order)}.`;
    default:
      return order satisfies never;
  }
}
