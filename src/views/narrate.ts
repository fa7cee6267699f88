/**
 * Event → one sentence for a person, with how loudly to say it. All views take their words from here and from
 * `engine/sentences`; nobody else words what happened.
 *
 * Loudness: a drone's restart is silent, a worker's is a badge, the lead's and everything final is shown.
 */
import type { Because } from "../domain/because.ts";
import type { Event, EventOf } from "../domain/event.ts";
import type { Role } from "../domain/plan.ts";
import { gangOfPath } from "../engine/run-tree.ts";
import { becauseSentence } from "../engine/sentences.ts";
import { narrateProof } from "./narrate-proof.ts";
import { narrateRecovery } from "./narrate-recovery.ts";
import { narrateWork, restart } from "./narrate-work.ts";
import { hush, type Sentence, say } from "./sentence.ts";
import { countOf, durationOf } from "./words.ts";

/** `roleOf` tells how loudly to speak of a task. */
export function narrate(event: Event, roleOf: (task: string) => Role): Sentence {
  switch (event.type) {
    case "run_created":
      return say(null, `Run ${event.run} begins: ${event.plan.title} (${countOf(event.plan.tasks.length, "task")})`);
    case "run_opened": {
      const found =
        event.adopted.length === 0
          ? ""
          : `; ${countOf(event.adopted.length, "agent")} of before ${event.adopted.length === 1 ? "is" : "are"} still at work (${event.adopted.join(", ")})`;
      return say(null, `Reeve ${event.version} works on the run (pid ${event.pid} on ${event.host})${found}`);
    }
    case "run_paused":
      return say(null, "The run is paused: running agents go on, nothing new starts");
    case "run_resumed":
      return say(null, "The run goes on");
    case "run_stopping":
      return say(null, `The run is being stopped: ${stopReason(event.because)}`, event.because.evidence);
    case "run_stopped":
      return say(
        null,
        event.phase === "halted"
          ? "The run is halted: nothing starts before you act and say `reeve run`"
          : "The run is stopped; `reeve run` goes on with it",
      );
    case "run_ended":
      return say(
        null,
        event.verdict === "done"
          ? "The run has ended well"
          : "The run has ended, but not well: `reeve status` tells how it stands",
      );
    case "clock_jumped":
      return say(null, `The clock jumped ahead by ${durationOf(event.byMs)}; limits were moved with it`);
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
    case "account_held":
    case "account_released":
    case "pattern_found":
    case "pattern_joined":
    case "advice_asked":
    case "advice_given":
    case "action_refused":
    case "dependency_added":
      return narrateRecovery(event);
    case "supervisor_gave_up":
      return gaveUp(event);
    case "restart_scheduled":
      return restart(event, roleOf);
    default:
      return narrateWork(event, roleOf);
  }
}

/** A stop that was asked for needs no reason but what happens now. */
function stopReason(because: Because): string {
  return because.rule === "run_stopped" ? "agents are asked to end" : becauseSentence(because);
}

/** Of a task or a gang it is told by the question that follows; higher up it is news. */
function gaveUp(event: EventOf<"supervisor_gave_up">): Sentence {
  const sentence = say(null, `The supervisor ${event.path} gave up: ${becauseSentence(event.because)}`);
  const asks = event.path.includes("#") || gangOfPath(event.path) !== null;
  return asks ? { ...sentence, loudness: "silent" } : sentence;
}
