/** Sentences about tasks: worked again, done, skipped, given up, brought back. */
import { withoutStop } from "../../domain/words/wording.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { priced, type Sentence, say, type Voice, volume, type Words } from "../wording/sentence.ts";
import type { TaskEvent } from "./events.ts";

type Of<T extends TaskEvent["type"]> = Extract<TaskEvent, { type: T }>;

export const words: Words<TaskEvent> = {
  task_requeued: (event, voice) => priced(requeued(event, voice), event.because),
  task_reopened: ({ task, because }) =>
    say(task, `is worked again though it was done: ${becauseSentence(because)}`, because.evidence),
  dependency_added: needed,
  task_done: ({ task }) => say(task, "is done"),
  task_skipped: ({ task, because }) => say(task, `is skipped: ${becauseSentence(because)}`),
  task_given_up: ({ task, because }) => say(task, `is given up: ${becauseSentence(because)}`, because.evidence),
  task_revived: ({ task, because }) => say(task, `waits for its turn again: ${becauseSentence(because)}`),
};

/** What was decided after an end; the end itself was told just before, so its words are not repeated. */
function requeued({ task, because }: Of<"task_requeued">, { roleOf }: Voice): Sentence {
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

/** What failed was told just before, with its evidence. */
function needed({ task, on, because }: Of<"dependency_added">): Sentence {
  const { subject, class: kind } = because.facts;
  if (because.rule === "needs_task" && kind !== "refusal_or_blocked" && subject)
    return say(task, `waits for ${on} now: it needs ${subject}, which ${on} makes`);
  if (because.rule === "pipeline_cause") return say(task, `waits for ${on} now: ${because.facts["says"]}`);
  return say(task, `waits for ${on} now: ${becauseSentence(because)}`, because.evidence);
}
