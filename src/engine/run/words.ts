/** Sentences about the run as a whole: started, opened, paused, stopped, ended. */
import type { Because } from "../../domain/because.ts";
import { countOf, durationOf } from "../../domain/words/wording.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { hush, say, type Words } from "../wording/sentence.ts";
import type { RunEvent } from "./events.ts";

export const words: Words<RunEvent> = {
  run_created: ({ run, plan }) => say(null, `Run ${run} starts: ${plan.title} (${countOf(plan.tasks.length, "task")})`),
  run_opened({ adopted, version, pid, host }) {
    const found =
      adopted.length === 0
        ? ""
        : `; ${countOf(adopted.length, "agent")} from before ${adopted.length === 1 ? "is" : "are"} still running (${adopted.join(", ")})`;
    return say(null, `Reeve ${version} is working on the run (pid ${pid} on ${host})${found}`);
  },
  run_paused: () => say(null, "The run is paused: running agents keep working, nothing new starts"),
  run_resumed: () => say(null, "The run resumes"),
  run_stopping: ({ because }) => say(null, `The run is being stopped: ${stopReason(because)}`, because.evidence),
  run_stopped: ({ phase }) =>
    say(
      null,
      phase === "halted"
        ? "The run is halted: nothing starts until you act; then `reeve run` resumes it"
        : "The run is stopped; `reeve run` resumes it",
    ),
  run_ended: ({ verdict }) =>
    say(
      null,
      verdict === "done"
        ? "The run ended successfully"
        : "The run ended without success: `reeve status` shows what is missing",
    ),
  clock_jumped: ({ byMs }) =>
    say(null, `The clock jumped ahead by ${durationOf(byMs)}; time limits were extended by as much`),
  timer_fired: hush,
};

/** A stop that was asked for needs no reason but what happens now. */
function stopReason(because: Because): string {
  return because.rule === "run_stopped" ? "agents are asked to end" : becauseSentence(because);
}
