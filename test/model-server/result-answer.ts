/** How a model gives Reeve its result: as its last words, or first by the tool that agents offer who were given a form. */
import type { Conversation } from "./conversation.ts";
import { type Answer, answer } from "./reply.ts";

const DONE = { files_created: [], files_modified: [], decisions: [], tests_added: [], concerns: [] };
const BLOCKED = { options: [], attempted: "", files_completed: [] };

/** `isFirst`: it was not handed in yet. */
export function resultAnswer(
  { tools }: Conversation,
  result: Readonly<Record<string, unknown>>,
  isFirst: boolean,
): Answer {
  const whole = { ...(result["status"] === "done" ? DONE : BLOCKED), ...result };
  const hand = tools.find(({ name }) => /^structured_?output$/i.test(name));
  if (hand !== undefined && isFirst) return answer("", { name: hand.name, args: whole });
  return answer(JSON.stringify(whole));
}
