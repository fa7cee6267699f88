/** Sentences about what agents say while they work. Part of `narrate`. */
import { never } from "../domain/bug.ts";
import type { TalkEvent } from "../engine/talk/events.ts";
import { type Sentence, say, taskOfAttempt } from "./sentence.ts";

/** Whatever one agent says is one line, however long it is. */
const TEXT_MAX = 300;

export function narrateTalk(event: TalkEvent): Sentence {
  switch (event.type) {
    case "result_reported": {
      const what = event.result.status === "done" ? "is done" : "is blocked";
      return badge(say(taskOfAttempt(event.attempt), `has reported that it ${what}, and is about to end`));
    }
    case "attempt_waits":
      return badge(say(taskOfAttempt(event.attempt), `waits for your answer to ${event.question}`));
    case "wisdom_added":
      return badge(say(event.wisdom.task, `noted for all: ${short(event.wisdom.text)}`));
    case "message_sent": {
      const { from, to, text } = event.message;
      return badge(say(from, `wrote to ${to ?? "all"}: ${short(text)}`));
    }
    case "callback_failed":
      return say(
        null,
        `Agents cannot call Reeve back in this run (${event.message}); they go on, and give their results as before`,
      );
    default:
      return never(event, "event");
  }
}

function badge(sentence: Sentence): Sentence {
  return { ...sentence, loudness: "badge" };
}

function short(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
