/** Finds in a conversation what Reeve asked for: the last prompt that says how a task's result has to look. */
import type { Conversation } from "./conversation.ts";

export interface TaskPrompt {
  readonly task: string;
  /** Tool results since. */
  readonly turn: number;
  /** Nothing was answered to it yet. */
  readonly isNew: boolean;
  /** It tells of an attempt before. */
  readonly isRestart: boolean;
}

/** Some agents escape the quotes of a prompt. */
const form = /\\?"task_id\\?":\s?\\?"([^"\\]+)/;

export function findTask({ messages }: Conversation): TaskPrompt | null {
  const at = messages.findLastIndex(({ role, text }) => role === "user" && form.test(text));
  const text = messages[at]?.text ?? "";
  const task = form.exec(text)?.[1];
  if (task === undefined) return null;
  const since = messages.slice(at + 1);
  return {
    task,
    turn: since.reduce((sum, { toolResults }) => sum + toolResults.length, 0),
    isNew: since.every(({ role }) => role !== "assistant"),
    isRestart: /\bYou were restarted: /.test(text),
  };
}
