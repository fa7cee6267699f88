/** Sentences about attempts: how one starts, why it is stopped, how it ended. */

import { clip } from "../../basics/display-width.ts";
import { never } from "../../domain/bug.ts";
import { usageText } from "../../domain/words/spent.ts";
import { plainText, withoutStop } from "../../domain/words/wording.ts";
import { numberOfAttempt, workOfAttempt } from "../../domain/work/attempt.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import type { FreshReason, SessionDrop } from "../../domain/work/session.ts";
import type { WorkRef } from "../../domain/work/work.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { hush, type Loudness, type Sentence, say, type Voice, volume, type Words } from "../wording/sentence.ts";
import type { AttemptEvent } from "./events.ts";
import { repairWords } from "./repaired.ts";

type Of<T extends AttemptEvent["type"]> = Extract<AttemptEvent, { type: T }>;

export const words: Words<AttemptEvent> = {
  attempt_started: started,
  attempt_admitted: ({ attempt }) => say(workOfAttempt(attempt), `attempt ${numberOfAttempt(attempt)} starts now`),
  attempt_claimed: hush,
  attempt_up: hush,
  attempt_progressed: (event) => ({ ...hush(event), text: plainText(event.activity ?? "reports its usage") }),
  attempt_stopping({ attempt, because }) {
    const why = because.rule === "run_stopped" ? "" : `: ${becauseSentence(because)}`;
    return say(workOfAttempt(attempt), `is being stopped${why}`, because.evidence);
  },
  attempt_ended: ended,
};

function started(event: Of<"attempt_started">, { roleOf }: Voice): Sentence {
  const model = event.model === null ? "" : `, ${event.model}`;
  const begins = event.changeset === "discard" ? " from scratch (any earlier work is parked)" : "";
  const how = `${begins}${sessionWords(event)}${event.briefing.restart === null ? "" : "; its prompt says why"}`;
  const what = event.deferred
    ? "is ready to start, but the run is paused or its account has reached a limit"
    : `attempt ${event.number} starts (${event.agent}${model})${how}`;
  return { ...say(idOf(event), what), loudness: event.number === 1 ? "shown" : volumeOf(event, roleOf) };
}

function ended(event: Of<"attempt_ended">, { roleOf }: Voice): Sentence {
  if (event.unready !== undefined) return notStarted(event);
  const usage = usageText(event.usage);
  const text = `attempt ${numberOfAttempt(event.attempt)} ${outcomeText(event.outcome)}${despiteWords(event)}${repairedWords(event)}${dropWords(event.dropped)}${usage === "" ? "" : ` [${usage}]`}`;
  const evidence = evidenceOf(event.outcome);
  return {
    ...say(idOf(event), text, evidence),
    loudness: event.outcome.type === "failed" ? volumeOf(event, roleOf) : "shown",
  };
}

/** What is missing is asked about once for all; beside that the start of each one is no news. */
function notStarted(event: Of<"attempt_ended">): Sentence {
  const why = event.outcome.type === "failed" ? `: ${withoutStop(plainText(event.outcome.failure.message))}` : "";
  return { ...say(idOf(event), `attempt ${numberOfAttempt(event.attempt)} was not started${why}`), loudness: "badge" };
}

function evidenceOf(outcome: Outcome): readonly string[] {
  if (outcome.type === "failed") return outcome.failure.evidence;
  return outcome.type === "done" ? outcome.result.concerns : [];
}

function idOf({ task, advisor }: WorkRef): string {
  return task === undefined ? advisor : task;
}

/** Of an advisor as of a drone. */
function volumeOf({ task }: WorkRef, roleOf: Voice["roleOf"]): Loudness {
  return volume(task === undefined ? "drone" : roleOf(task));
}

function outcomeText(outcome: Outcome): string {
  switch (outcome.type) {
    case "done":
      return doneText(outcome.result.nothing_to_do);
    case "blocked":
      return `says it is blocked (${outcome.result.blocked_reason.replaceAll("_", " ")})`;
    case "failed":
      return `failed: ${withoutStop(plainText(outcome.failure.message))} (${outcome.failure.class})`;
    case "advised":
      return "answered";
    case "stopped":
      return "was stopped";
    case "lost":
      return `was lost${outcome.evidence[0] === undefined ? "" : `: ${plainText(outcome.evidence[0])}`}`;
    default:
      return never(outcome, "outcome");
  }
}

const SAID_MAX = 200;

/** Why no file changed: of a checkpoint, what it saw. */
function doneText(nothing: string | undefined): string {
  return nothing === undefined
    ? "says it is done"
    : `says it is done (${clip(withoutStop(plainText(nothing)), SAID_MAX)})`;
}

function despiteWords({ despite }: Of<"attempt_ended">): string {
  return despite === undefined ? "" : `; it reported this before it failed: ${withoutStop(plainText(despite))}`;
}

function repairedWords({ repaired }: Of<"attempt_ended">): string {
  return repaired === undefined ? "" : `; ${plainText(repairWords(repaired))}`;
}

/** How an attempt begins, said after its number; nothing where it has no session to resume. */
function sessionWords({ session }: Of<"attempt_started">): string {
  if (!session) return "";
  return "resumes" in session ? ", resuming its session" : `, in a new session (${FRESH[session.fresh]})`;
}

const FRESH: Readonly<Record<FreshReason, string>> = {
  other_agent: "the old one belongs to another agent",
  discarded: "the old one remembers discarded work",
  in_use: "another attempt is using the old one",
};

/** Said after how it ended. */
function dropWords(dropped: SessionDrop | undefined): string {
  return dropped === undefined ? "" : `; its session is not resumed: ${DROPPED[dropped]}`;
}

const DROPPED: Readonly<Record<SessionDrop, string>> = {
  context_overflow: "it is full",
  session_corrupt: "it is unusable",
  may_live: "processes of this attempt may still be running",
};
