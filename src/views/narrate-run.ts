/** Sentences about the run as a whole: begun, opened, paused, stopped, ended. Part of `narrate`. */
import type { Because } from "../domain/because.ts";
import { never } from "../domain/bug.ts";
import type { Event } from "../engine/event.ts";
import { becauseSentence } from "../engine/sentences.ts";
import { type Sentence, say } from "./sentence.ts";
import { countOf, durationOf } from "./words.ts";

type RunEvent = Extract<Event, { type: `run_${string}` | "clock_jumped" }>;
type Told = Exclude<RunEvent, { type: "run_checking" | "run_checked" }>;

export function narrateRun(event: Told): Sentence {
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
    default:
      return never(event, "event");
  }
}

/** A stop that was asked for needs no reason but what happens now. */
function stopReason(because: Because): string {
  return because.rule === "run_stopped" ? "agents are asked to end" : becauseSentence(because);
}
