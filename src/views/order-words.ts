/** An order by its name, for a list. */

import { budgetText } from "../domain/words/budget-text.ts";
import type { PersonInput } from "../engine/input.ts";
import { plainText } from "./words.ts";

export function orderName(order: PersonInput): string {
  switch (order.type) {
    case "pause":
    case "resume":
    case "stop":
      return order.type;
    case "retry":
    case "take":
    case "skip":
      return `${order.type} ${order.task}`;
    case "answer":
      return `answer ${order.question} "${plainText(order.text)}"`;
    case "brake":
      return order.reason === "" ? "brake" : `brake "${plainText(order.reason)}"`;
    case "release":
      return "release";
    case "ack":
      return `acknowledge ${order.question}`;
    case "tell":
      return `tell ${order.task} "${plainText(order.text)}"`;
    case "approve":
    case "reject":
      return `${order.type} ${order.replan}`;
    case "grant":
      return `grant ${plainText(order.to)} ${budgetText(order.more)}`;
    case "cut":
      return `cut ${plainText(order.target)}`;
    case "add":
      return `add ${order.task.id}`;
    case "edit_plan":
      return "take the changed plan";
    default:
      return order satisfies never;
  }
}
