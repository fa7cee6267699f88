/** Sentences about tasks: requeued, reopened, done, skipped, given up, brought back. */
import { deltaLines, deltaText } from "../../domain/proof/round.ts";
import { withoutStop } from "../../domain/words/wording.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { hush, priced, type Sentence, say, type Voice, volume, type Words } from "../wording/sentence.ts";
import type { TaskEvent } from "./events.ts";

type Of<T extends TaskEvent["type"]> = Extract<TaskEvent, { type: T }>;

export const words: Words<TaskEvent> = {
  task_requeued: (event, voice) => priced(requeued(event, voice), event.because),
  task_reopened: ({ task, because }) => say(task, `is reopened: ${becauseSentence(because)}`, because.evidence),
  round_judged: judged,
  dependency_added: needed,
  task_put_first: ({ task, because }) => say(task, `runs next: ${becauseSentence(because)}`),
  task_done: ({ task }) => say(task, "is done"),
  task_skipped: ({ task, because, without = [] }) =>
    say(
      task,
      `is skipped: ${becauseSentence(because)}`,
      without.map((id) => `${id} needs nothing of it and proceeds`),
    ),
  task_given_up: ({ task, because }) => say(task, `is given up: ${becauseSentence(because)}`, because.evidence),
  task_revived: ({ task, because }) => say(task, `is back in the queue: ${becauseSentence(because)}`),
};

/** What was decided after an end; the sentence before it reported the end itself, so its words are not repeated. */
function requeued({ task, because }: Of<"task_requeued">, { roleOf }: Voice): Sentence {
  const { rule, facts } = because;
  const soft = { ...say(task, ""), loudness: volume(roleOf(task)) };
  switch (rule) {
    case "transient_failure":
      return {
        ...soft,
        loudness: "silent",
        text: "such failures often pass on their own, so it may be restarted",
      };
    case "malformed_output":
      return {
        ...soft,
        text: `${facts["told"] === undefined ? "gets the same input again" : "is asked again and told what was wrong"} (${facts["count"]} of ${facts["limit"]})`,
      };
    case "persistent_failure":
      return { ...soft, text: "gets one more attempt; its prompt says what went wrong" };
    case "group_restart":
      return { ...soft, text: `restarts with its gang ${facts["gang"]}` };
    case "evicted":
      return {
        ...soft,
        text: `gets another attempt on top of what was merged meanwhile (${facts["count"]} of ${facts["limit"]})`,
      };
    case "pipeline_cause":
      if (facts["task"] !== undefined) return { ...soft, text: `is retried once ${facts["task"]} is done` };
      return say(task, `gets one more attempt; its prompt says: ${withoutStop(`${facts["says"]}`)}`);
    case "capability":
      return { ...soft, text: "is too hard for the model it had; it gets one more attempt on the next higher tier" };
    case "account_limit":
      return {
        ...soft,
        text: `waits until the usage limit of ${facts["agent"] ?? "its agent"} resets; this costs it no retry`,
      };
    case "needs_task":
      return { ...soft, text: `is retried once ${facts["task"]} is done` };
    case "fix_root_cause":
      return { ...soft, text: `is retried once ${facts["fix"]} is done; this costs it no retry` };
    case "host_lost":
      return { ...soft, text: "starts again; a lost process does not count as a failure" };
    case "run_stopped":
      return { ...soft, text: "returns to the queue" };
    // No rule is left, so somebody who thinks was asked: it is not retried before that answer.
    case "unknown_failure":
    case "retries_used_up":
    case "attempts_used_up":
    case "same_failure":
    case "common_cause":
    case "not_converging":
      return { ...soft, text: `waits for that advice: ${becauseSentence(because)}` };
    default:
      return { ...say(task, `is retried: ${becauseSentence(because)}`), loudness: "shown" };
  }
}

/** A first look has nothing to be compared with. */
function judged(event: Of<"round_judged">): Sentence {
  const { task, number, round, delta, growth } = event;
  if (delta.still.length + delta.back.length + delta.gone.length === 0 && number < 2) return hush(event);
  if (round.findings.length === 0) return say(task, `what ${JUDGES[round.by]} found before is gone`, deltaLines(delta));
  const found = `${deltaText(delta)}${growth === undefined ? "" : `; ${growth}`}`;
  return say(task, `round ${number} of judgement, by ${JUDGES[round.by]}: ${found}`, deltaLines(delta));
}

const JUDGES = {
  gates: "its gates",
  review: "the reviewer",
  coherence: "the comparison with the others' work",
} as const;

/** The sentence before it says what failed, with its evidence. */
function needed({ task, on, because }: Of<"dependency_added">): Sentence {
  const { subject, class: kind } = because.facts;
  if (because.rule === "needs_task" && kind !== "refusal_or_blocked" && subject)
    return say(task, `now waits for ${on}: it needs ${subject}, which ${on} provides`);
  if (because.rule === "pipeline_cause") return say(task, `now waits for ${on}: ${because.facts["says"]}`);
  return say(task, `now waits for ${on}: ${becauseSentence(because)}`, because.evidence);
}
