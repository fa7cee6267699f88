/** An order by its name, for a list. */
import type { PersonInput } from "../engine/input.ts";
import { plainText } from "./words.ts";

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
