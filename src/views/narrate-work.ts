/** Sentences about tasks, attempts and questions. Part of `narrate`. */
import type { AttemptId } from "../domain/attempt.ts";
import { never } from "../domain/bug.ts";
import type { Outcome } from "../domain/outcome.ts";
import type { Role } from "../domain/plan.ts";
import type { Event, EventOf } from "../engine/event.ts";
import { becauseSentence } from "../engine/sentences.ts";
import type { TalkEvent } from "../engine/talk/events.ts";
import type { SessionEvent } from "../engine/talk/session-events.ts";
import type { JudgedEvent } from "./narrate-judged.ts";
import type { ProofEvent } from "./narrate-proof.ts";
import { dropWords, sessionWords } from "./narrate-session.ts";
import { questionText } from "./question-text.ts";
import { hush, priced, type Sentence, say, taskOfAttempt, volume } from "./sentence.ts";
import { usageText } from "./spent.ts";
import { durationOf, plainText, withoutStop } from "./words.ts";

type WorkEvent = Exclude<
  Extract<Event, { type: `task_${string}` | `attempt_${string}` | `question_${string}` }>,
  ProofEvent | JudgedEvent | SessionEvent | TalkEvent
>;

export function narrateWork(event: WorkEvent, roleOf: (task: string) => Role): Sentence {
  switch (event.type) {
    case "attempt_started":
      return started(event, roleOf);
    case "attempt_progressed":
      return { ...hush(event), text: plainText(event.activity ?? "reports its usage") };
    case "attempt_stopping":
      return stopping(event);
    case "attempt_ended":
      return ended(event, roleOf);
    case "task_again":
      return priced(again(event, roleOf), event.because);
    case "task_done":
      return say(event.task, "is done");
    case "task_reopened":
      return say(
        event.task,
        `is worked again though it was done: ${becauseSentence(event.because)}`,
        event.because.evidence,
      );
    case "task_skipped":
      return say(event.task, `is skipped: ${becauseSentence(event.because)}`);
    case "task_given_up":
      return say(event.task, `is given up: ${becauseSentence(event.because)}`, event.because.evidence);
    case "task_revived":
      return say(event.task, `waits for its turn again: ${becauseSentence(event.because)}`);
    case "question_asked":
      return asked(event);
    case "question_joined":
      return say(
        event.task,
        `waits for your answer to ${event.question} as well: it is the same trouble, and nobody starts with ${event.agent} before that`,
      );
    case "question_awaited":
      return say(event.task, `waits for your answer to ${event.question}: ${becauseSentence(event.because)}`);
    case "question_answered":
      return say(null, `${event.question} is answered: ${plainText(event.text)}`);
    case "question_withdrawn":
      return say(event.task, `came to its end without your answer to ${event.question}; that needs none any more`);
    case "attempt_released":
      return say(taskOfAttempt(event.attempt), `attempt ${numberOf(event.attempt)} starts now`);
    case "attempt_claimed":
    case "attempt_up":
    case "task_left_tree":
      return hush(event);
    default:
      return never(event, "event");
  }
}

function stopping({ attempt, because }: EventOf<"attempt_stopping">): Sentence {
  const why = because.rule === "run_stopped" ? "" : `: ${becauseSentence(because)}`;
  return say(taskOfAttempt(attempt), `is being stopped${why}`, because.evidence);
}

/** The evidence was told with the failure before it; what can be answered by a number is listed. */
function asked({ question }: EventOf<"question_asked">): Sentence {
  const options = question.options.map((option, at) => `${at + 1}. ${option}`);
  return say(
    question.asker ?? question.tasks[0] ?? null,
    `asks you (${question.id}): ${questionText(question)}`,
    options,
  );
}

function outcomeText(outcome: Outcome): string {
  switch (outcome.type) {
    case "done":
      return "says it is done";
    case "blocked":
      return `says it is blocked (${outcome.result.blocked_reason.replaceAll("_", " ")})`;
    case "failed":
      return `failed: ${withoutStop(plainText(outcome.failure.message))} (${outcome.failure.class})`;
    case "advised":
      return "has answered";
    case "stopped":
      return "was stopped";
    case "lost":
      return `was lost${outcome.evidence[0] === undefined ? "" : `: ${plainText(outcome.evidence[0])}`}`;
    default:
      return never(outcome, "outcome");
  }
}

/** What was decided after an end; the end itself was told just before, so its words are not repeated. */
function again({ task, because }: EventOf<"task_again">, roleOf: (task: string) => Role): Sentence {
  const { rule, facts } = because;
  const soft = { ...say(task, ""), loudness: volume(roleOf(task)) };
  switch (rule) {
    case "transient_failure":
      return {
        ...soft,
        loudness: "silent",
        text: "such a failure often passes, so it may be restarted",
      };
    case "malformed_output":
      return { ...soft, text: `gets the same input again (${facts["count"]} of ${facts["limit"]})` };
    case "persistent_failure":
      return { ...soft, text: "gets one more try, and is told what went wrong" };
    case "group_restart":
      return { ...soft, text: `is restarted with its gang ${facts["gang"]}` };
    case "evicted":
      return {
        ...soft,
        text: `gets another try on top of what came in meanwhile (${facts["count"]} of ${facts["limit"]})`,
      };
    case "pipeline_cause":
      if (facts["task"] !== undefined) return { ...soft, text: `is tried again when ${facts["task"]} is done` };
      return say(task, `gets one more try, and is told: ${withoutStop(`${facts["says"]}`)}`);
    case "capability":
      return { ...soft, text: "is too much for the model it had; it gets one more try on the next higher tier" };
    case "account_limit":
      return {
        ...soft,
        text: `waits until the usage limit of ${facts["agent"] ?? "its agent"} resets; that costs it nothing`,
      };
    case "needs_task":
      return { ...soft, text: `is tried again when ${facts["task"]} is done` };
    case "fix_root_cause":
      return { ...soft, text: `is tried again when ${facts["fix"]} is done; that costs it no retry` };
    case "host_lost":
      return { ...soft, text: "is started again; a lost process counts against nobody" };
    case "run_stopped":
      return { ...soft, text: "goes back to the queue" };
    default:
      return { ...say(task, `is tried again: ${becauseSentence(because)}`), loudness: "shown" };
  }
}

function started(event: EventOf<"attempt_started">, roleOf: (task: string) => Role): Sentence {
  const model = event.model === null ? "" : `, ${event.model}`;
  const begins = event.changeset === "discard" ? " from a new beginning (any earlier work is parked)" : "";
  const told = `${begins}${sessionWords(event)}${event.briefing.restart === null ? "" : ", and is told why"}`;
  const what = event.held
    ? "would start now, but the run is paused or its account waits for a limit"
    : `attempt ${event.number} starts (${event.agent}${model})${told}`;
  return { ...say(event.task, what), loudness: event.number === 1 ? "shown" : volume(roleOf(event.task)) };
}

/** `<task>.<number>` → number. */
function numberOf(attempt: AttemptId): string {
  return attempt.slice(attempt.lastIndexOf(".") + 1);
}

function despiteWords({ despite }: EventOf<"attempt_ended">): string {
  return despite === undefined ? "" : `, as it had reported before this: ${withoutStop(plainText(despite))}`;
}

function ended(event: EventOf<"attempt_ended">, roleOf: (task: string) => Role): Sentence {
  const usage = usageText(event.usage);
  const text = `attempt ${numberOf(event.attempt)} ${outcomeText(event.outcome)}${despiteWords(event)}${dropWords(event.dropped)}${usage === "" ? "" : ` [${usage}]`}`;
  const evidence = event.outcome.type === "failed" ? event.outcome.failure.evidence : [];
  return {
    ...say(event.task, text, evidence),
    loudness: event.outcome.type === "failed" ? volume(roleOf(event.task)) : "shown",
  };
}

export function restart(event: EventOf<"restart_scheduled">, roleOf: (task: string) => Role): Sentence {
  const when = event.delayMs === 0 ? "at once" : `in ${durationOf(event.delayMs)}`;
  const text = `is restarted ${when} (restart ${event.count})`;
  if (event.task === null) return say(null, `${event.path} ${text}`);
  return { ...say(event.task, text), loudness: volume(roleOf(event.task)) };
}
