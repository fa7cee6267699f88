/** `reeve run` as a system: the engine's rules, agents and workspaces to act with, and the narrator's sentences. Wiring only. */
import type { Effect } from "../../engine/effect.ts";
import type { Event } from "../../engine/event.ts";
import type { Answer, Input } from "../../engine/input.ts";
import { outstanding } from "../../engine/react.ts";
import type { State } from "../../engine/state.ts";
import { Runner } from "../runner/runner.ts";
import type { System } from "../runner/system.ts";
import { refusedOrder, unprovenOrder } from "./mailed.ts";
import { hasWorkers, quiescence } from "./quiescence.ts";
import type { RunOptions, RunRest } from "./run-options.ts";
import { RunPerformer } from "./run-performer.ts";
import { type RunRecord, runRules } from "./run-rules.ts";

export type RunSystem = System<State, Input, Event, Effect, Answer, RunRest>;
export type RunRunner = Runner<State, Input, Event, Effect, Answer, RunRest>;

/** The runner of one run, with all it needs. */
export function runnerOf(options: RunOptions): RunRunner {
  const { wait, stopOnly = false, onRecord } = options;
  const pause = pauseWatch();
  return new Runner(runSystem(options), {
    ...options,
    onRecord: (record) => {
      pause.see(record);
      onRecord?.(record);
    },
    stays: (rest) => (rest === "paused" ? wait || pause.isHeard() : wait && rest === "needs_person"),
    takesMail: !stopOnly,
  });
}

/**
 * Whoever pauses a Reeve at work means to let it go on later: it stays. What was paused before it came, or while it opened
 * the run, it finds at rest, and ends.
 */
function pauseWatch(): { readonly see: (record: RunRecord) => void; readonly isHeard: () => boolean } {
  let isOpen = false;
  let isHeard = false;
  return {
    see: ({ input, events }) => {
      if (input.type === "run_opened") isOpen = true;
      else if (isOpen && events.some(({ type }) => type === "run_paused")) isHeard = true;
    },
    isHeard: () => isHeard,
  };
}

function runSystem(options: RunOptions): RunSystem {
  return {
    rules: runRules,
    owed: outstanding,
    rest: quiescence,
    perform: (desk) => new RunPerformer(options, desk),
    mail: { wasLeftAtWork: hasWorkers, refused: refusedOrder, unproven: unprovenOrder },
    teller: options.teller ?? (() => () => null),
  };
}
