/** Labelled outputs as the teacher of words takes them. */
import { readLines } from "../../src/engine/classify/lines.ts";
import { DEFAULT_RESTARTS } from "../../src/engine/classify/rule.ts";
import { featuresOf } from "../../src/engine/classify/words/features.ts";
import type { Labelled } from "./labelled.ts";
import type { Sample } from "./train-words.ts";

export function samplesOf(outputs: readonly Labelled[]): readonly Sample[] {
  return outputs.map(({ text, tool, signal, class: of, restart, weight }) => ({
    features: featuresOf(readLines(text), { tool, signal }),
    label: restart === DEFAULT_RESTARTS[of] ? of : `${of} ${restart}`,
    weight,
  }));
}
