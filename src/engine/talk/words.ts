/** Sentences about what agents say while they work, and what people tell them. */

import { withoutStop } from "../../domain/words/wording.ts";
import { numberOfAttempt, workOfAttempt } from "../../domain/work/attempt.ts";
import { type Sentence, say, type Words } from "../wording/sentence.ts";
import type { TalkEvent, Told } from "./events.ts";

/** Whatever one agent says is one line, however long it is. */
const TEXT_MAX = 300;

export const words: Words<TalkEvent> = {
  result_reported({ attempt, result }) {
    const what = result.status === "done" ? "is done" : "is blocked";
    return badge(say(workOfAttempt(attempt), `reports that it ${what}, and is about to end`));
  },
  attempt_waits: ({ attempt, question }) => badge(say(workOfAttempt(attempt), `waits for your answer to ${question}`)),
  wisdom_added: ({ wisdom }) => badge(say(wisdom.task, `noted for all: ${short(wisdom.text)}`)),
  message_sent: ({ message: { from, to, text } }) => badge(say(from, `wrote to ${to ?? "all"}: ${short(text)}`)),
  callback_failed: ({ message }) =>
    say(
      null,
      `Agents cannot call Reeve back in this run (${message}); they keep working and give their results in the other ways`,
    ),
  door_troubled: ({ message }) => say(null, `An agent could not reach Reeve: ${message}`),
  attempt_noted: ({ attempt, text }) =>
    say(workOfAttempt(attempt), `attempt ${numberOfAttempt(attempt)}: ${withoutStop(text)}`),
  task_told: ({ task, text }) => say(task, `is told: ${text}`),
  attempt_told: ({ attempt, how }) => say(workOfAttempt(attempt), `attempt ${numberOfAttempt(attempt)} ${TOLD[how]}`),
};

/** What became of a word to an agent at work, after its name. */
export const TOLD: Readonly<Record<Told, string>> = {
  sent: "has it in its inbox and reads it while it works; later attempts find it in their prompt",
  cannot: "cannot be reached while it works; the next attempt finds it in its prompt",
  not_running: "had just ended; the next attempt finds it in its prompt",
};

function badge(sentence: Sentence): Sentence {
  return { ...sentence, loudness: "badge" };
}

function short(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
