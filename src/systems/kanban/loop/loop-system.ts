/** A board as a system for the runner: rules, performer, sentences. Wiring only. */
import { Runner } from "../../../runtime/runner/runner.ts";
import type { RunnerOptions } from "../../../runtime/runner/runner-options.ts";
import type { LoopOptions } from "./loop-options.ts";
import { LoopPerformer } from "./loop-performer.ts";
import { loopRules, owedBy } from "./loop-rules.ts";
import type { Loop, LoopAnswer, LoopEffect, LoopEvent, LoopInput } from "./loop-types.ts";
import { loopSentence } from "./loop-words.ts";

export type LoopRunner = Runner<Loop, LoopInput, LoopEvent, LoopEffect, LoopAnswer, "ended">;

export function loopRunner(
  options: LoopOptions,
  runner: Omit<RunnerOptions<LoopInput, LoopEvent, "ended">, "stays">,
): LoopRunner {
  return new Runner(
    {
      rules: loopRules,
      owed: owedBy,
      rest: ({ step }) => (step.type === "ended" ? "ended" : "moving"),
      perform: (desk) => new LoopPerformer(options, desk),
      teller: () => loopSentence,
    },
    { ...runner, stays: () => false },
  );
}
