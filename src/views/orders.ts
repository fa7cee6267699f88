/** What is said about an order: that it was carried out, that it waits for the next Reeve, and its name in a list. */
import type { PersonInput } from "../engine/input.ts";
import { plainText } from "./words.ts";

export function orderDone(order: PersonInput): string {
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

export function orderWaits(order: PersonInput, run: string): string {
  return `Recorded: ${orderName(order)}. Nobody works on ${run} now; the next \`reeve run\` takes it first.`;
}

export function orderName(order: PersonInput): string {
  switch (order.type) {
    case "pause":
    case "resume":
    case "stop":
      return order.type;
    case "retry":
    case "skip":
      return `${order.type} ${order.task}`;
    case "answer":
      return `answer ${order.question} "${plainText(order.text)}"`;
    case "tell":
      return `tell ${order.task} "${plainText(order.text)}"`;
    case "approve":
    case "reject":
      return `${order.type} ${order.replan}`;
    default:
      return order satisfies never;
  }
}
