/** `reeve run` as a system: the engine's rules, agents and workspaces to act with, and the narrator's sentences. Wiring only. */
import type { Effect } from "../../engine/effect.ts";
import type { Event } from "../../engine/event.ts";
import type { Answer, Input } from "../../engine/input.ts";
import { outstanding } from "../../engine/react.ts";
import type { State } from "../../engine/state.ts";
import { Runner } from "../runner/runner.ts";
import type { System } from "../runner/system.ts";
import { quiescence } from "./quiescence.ts";
import type { RunOptions, RunRest } from "./run-options.ts";
import { RunPerformer } from "./run-performer.ts";
import { runRules } from "./run-rules.ts";

export type RunSystem = System<State, Input, Event, Effect, Answer, RunRest>;
export type RunRunner = Runner<State, Input, Event, Effect, Answer, RunRest>;

/** The runner of one run, with all it needs. */
export function runnerOf(options: RunOptions): RunRunner {
  const { wait, stopOnly = false } = options;
  return new Runner(runSystem(options), {
    ...options,
    stays: (rest) => wait && (rest === "needs_person" || rest === "paused"),
    takesMail: !stopOnly,
  });
}

function runSystem(options: RunOptions): RunSystem {
  return {
    rules: runRules,
    owed: outstanding,
    rest: quiescence,
    perform: (desk) => new RunPerformer(options, desk),
    teller: options.teller ?? (() => () => null),
  };
}
