/** Sentences about the run as a whole: begun, opened, paused, stopped, ended. */
import type { Because } from "../../domain/because.ts";
import { countOf, durationOf } from "../../domain/words/wording.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { hush, say, type Words } from "../wording/sentence.ts";
import type { RunEvent } from "./events.ts";

export const words: Words<RunEvent> = {
  run_created: ({ run, plan }) => say(null, `Run ${run} begins: ${plan.title} (${countOf(plan.tasks.length, "task")})`),
  run_opened({ adopted, version, pid, host }) {
    const found =
      adopted.length === 0
        ? ""
        : `; ${countOf(adopted.length, "agent")} of before ${adopted.length === 1 ? "is" : "are"} still at work (${adopted.join(", ")})`;
    return say(null, `Reeve ${version} works on the run (pid ${pid} on ${host})${found}`);
  },
  run_paused: () => say(null, "The run is paused: running agents keep working, nothing new starts"),
  run_resumed: () => say(null, "The run resumes"),
  run_stopping: ({ because }) => say(null, `The run is being stopped: ${stopReason(because)}`, because.evidence),
  run_stopped: ({ phase }) =>
    say(
      null,
      phase === "halted"
        ? "The run is halted: nothing starts before you act and say `reeve run`"
        : "The run is stopped; `reeve run` resumes it",
    ),
  run_ended: ({ verdict }) =>
    say(
      null,
      verdict === "done"
        ? "The run has ended well"
        : "The run has ended, but not well: `reeve status` tells how it stands",
    ),
  clock_jumped: ({ byMs }) => say(null, `The clock jumped ahead by ${durationOf(byMs)}; limits were moved with it`),
  timer_fired: hush,
};

/** A stop that was asked for needs no reason but what happens now. */
function stopReason(because: Because): string {
  return because.rule === "run_stopped" ? "agents are asked to end" : becauseSentence(because);
}
