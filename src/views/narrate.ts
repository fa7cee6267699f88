/**
 * Event → one sentence for a person, with how loudly to say it. All views take their words from here and from
 * `engine/sentences`; nobody else words what happened.
 *
 * Loudness: a drone's restart is silent, a worker's is a badge, the lead's and everything final is shown.
 */

import type { Role } from "../domain/plan.ts";
import type { Event, EventOf } from "../engine/event.ts";
import { becauseSentence } from "../engine/sentences.ts";
import { gangOfPath } from "../engine/tree/run-tree.ts";
import { narrateJudged } from "./narrate-judged.ts";
import { narrateProof } from "./narrate-proof.ts";
import { narrateRecovery } from "./narrate-recovery.ts";
import { narrateReplan } from "./narrate-replan.ts";
import { narrateRun } from "./narrate-run.ts";
import { narrateSession } from "./narrate-session.ts";
import { narrateTalk } from "./narrate-talk.ts";
import { narrateWork, restart } from "./narrate-work.ts";
import { hush, type Sentence, say } from "./sentence.ts";

/** `roleOf` tells how loudly to speak of a task. */
export function narrate(event: Event, roleOf: (task: string) => Role): Sentence {
  switch (event.type) {
    case "run_created":
    case "run_opened":
    case "run_paused":
    case "run_resumed":
    case "run_stopping":
    case "run_stopped":
    case "run_ended":
    case "clock_jumped":
      return narrateRun(event);
    case "host_up":
    case "host_silent":
      return hush(event);
    case "host_lost":
      return say(null, `The host ${event.host} is lost`);
    case "tree_planted":
    case "tree_changed":
    case "timer_fired":
    case "task_left_tree":
    case "attempt_released":
    case "attempt_claimed":
    case "attempt_up":
      return hush(event);
    case "task_verified":
    case "task_integrated":
    case "job_postponed":
    case "violation_seen":
    case "run_checking":
    case "run_checked":
      return narrateProof(event);
    case "task_reviewed":
    case "task_claim_judged":
    case "task_compared":
    case "task_sent_back":
    case "coherence_decided":
    case "coherence_released":
    case "coherence_checked":
      return narrateJudged(event);
    case "account_held":
    case "account_paced":
    case "account_released":
    case "pattern_found":
    case "pattern_joined":
    case "advice_asked":
    case "advice_given":
    case "action_refused":
    case "dependency_added":
      return narrateRecovery(event);
    case "replan_proposed":
    case "replan_dropped":
    case "plan_changed":
      return narrateReplan(event);
    case "attempt_noted":
    case "attempt_told":
    case "task_told":
      return narrateSession(event);
    case "result_reported":
    case "attempt_waits":
    case "wisdom_added":
    case "message_sent":
    case "callback_failed":
      return narrateTalk(event);
    case "supervisor_gave_up":
      return gaveUp(event);
    case "restart_scheduled":
      return restart(event, roleOf);
    default:
      return narrateWork(event, roleOf);
  }
}

/** Of a task or a gang it is told by the question that follows; higher up it is news. */
function gaveUp(event: EventOf<"supervisor_gave_up">): Sentence {
  const sentence = say(null, `The supervisor ${event.path} gave up: ${becauseSentence(event.because)}`);
  const asks = event.path.includes("#") || gangOfPath(event.path) !== null;
  return asks ? { ...sentence, loudness: "silent" } : sentence;
}
