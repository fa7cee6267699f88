/** Sentences about the run as a whole: started, opened, paused, stopped, ended. */
import type { Because } from "../../domain/because.ts";
import { countOf, durationOf } from "../../domain/words/wording.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { hush, say, type Words } from "../wording/sentence.ts";
import type { RunEvent } from "./events.ts";
import type { LandingEnd } from "./inputs.ts";

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
  landing_begun: ({ into, commit, trusted }) =>
    say(null, `${short(commit)} is being landed in ${into}`, waved(trusted)),
  publishing_begun: ({ branches, trusted }) =>
    say(null, `${branches.join(", ")} ${branches.length === 1 ? "is" : "are"} being pushed for review`, waved(trusted)),
  landing_done: (end) => say(null, landingText(end)),
  clock_jumped: ({ byMs }) =>
    say(null, `The clock jumped ahead by ${durationOf(byMs)}; time limits were extended by as much`),
  timer_fired: hush,
};

function waved(trusted: readonly string[] = []): readonly string[] {
  return trusted.map((name) => `changed since the run began, and trusted by the person: ${name}`);
}

function short(commit: string): string {
  return commit.slice(0, 8);
}

function landingText(end: LandingEnd): string {
  if (end.how === "refused") return `Nothing was landed in ${end.into}: ${end.sentence}`;
  if (end.how === "already") return `${end.into} already had the work of the run (${short(end.to)})`;
  const step = end.how === "merge" ? "by a merge" : "by a fast-forward";
  return `The run has landed: ${end.into} went from ${short(end.from)} to ${short(end.to)} ${step}`;
}

/** A stop that was asked for needs no reason but what happens now. */
function stopReason(because: Because): string {
  return because.rule === "run_stopped" ? "agents are asked to end" : becauseSentence(because);
}
