/** Sentences about agents' own sessions and what people tell agents. Part of `narrate`. */
import { never } from "../domain/bug.ts";
import type { FreshReason, SessionDrop } from "../domain/session.ts";
import type { EventOf } from "../engine/event.ts";
import type { SessionEvent, Told } from "../engine/talk/session-events.ts";
import { type Sentence, say, taskOfAttempt } from "./sentence.ts";
import { withoutStop } from "./words.ts";

export function narrateSession(event: SessionEvent): Sentence {
  switch (event.type) {
    case "attempt_noted":
      return say(taskOfAttempt(event.attempt), `attempt ${numberOf(event.attempt)}: ${withoutStop(event.text)}`);
    case "task_told":
      return say(event.task, `is told: ${event.text}`);
    case "attempt_told":
      return say(taskOfAttempt(event.attempt), `attempt ${numberOf(event.attempt)} ${TOLD[event.how]}`);
    default:
      return never(event, "event");
  }
}

/** What became of a word to an agent at work, after its name. */
export const TOLD: Readonly<Record<Told, string>> = {
  sent: "has it in its inbox and hears it while it works; later attempts read it in their prompt",
  cannot: "hears nothing while it works; the next attempt reads it in its prompt",
  not_running: "had just ended; the next attempt reads it in its prompt",
};

/** How an attempt begins, said after its number; nothing where it has no session to go on with. */
export function sessionWords({ session }: EventOf<"attempt_started">): string {
  if (!session) return "";
  return "resumes" in session ? ", resuming its session" : `, in a new session (${FRESH[session.fresh]})`;
}

const FRESH: Readonly<Record<FreshReason, string>> = {
  other_agent: "another agent began the old one",
  discarded: "the old one remembers work that was put aside",
  in_use: "another attempt is in the old one",
};

/** Said after how it ended. */
export function dropWords(dropped: SessionDrop | undefined): string {
  return dropped === undefined ? "" : `; its session is not resumed: ${DROPPED[dropped]}`;
}

const DROPPED: Readonly<Record<SessionDrop, string>> = {
  context_overflow: "it is full",
  session_corrupt: "it cannot be used any more",
  may_live: "processes of this attempt may still be there",
};

function numberOf(attempt: string): string {
  return attempt.slice(attempt.lastIndexOf(".") + 1);
}
