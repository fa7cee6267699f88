/** Labelled outputs as the teachers of words and of subjects take them. */
import { candidatesOf } from "../../src/engine/classify/about/candidates.ts";
import { severalIn } from "../../src/engine/classify/about/several.ts";
import { readLines } from "../../src/engine/classify/lines.ts";
import { readOutput } from "../../src/engine/classify/reading.ts";
import { DEFAULT_RESTARTS } from "../../src/engine/classify/rule.ts";
import { featuresOf } from "../../src/engine/classify/words/features.ts";
import type { ClassWords } from "../../src/engine/classify/words/likely.ts";
import type { Labelled } from "./labelled.ts";
import type { SubjectSample } from "./train-subjects.ts";
import type { Sample } from "./train-words.ts";

export function samplesOf(outputs: readonly Labelled[]): readonly Sample[] {
  return outputs.map(({ text, tool, signal, class: of, restart, weight }) => ({
    features: featuresOf(readLines(text), { tool, signal }),
    label: restart === DEFAULT_RESTARTS[of] ? of : `${of} ${restart}`,
    weight,
  }));
}

/** `words`: those by which the class is found; an output whose class is not found teaches nothing about its subject. */
export function subjectSamplesOf(outputs: readonly Labelled[], words: ClassWords): readonly SubjectSample[] {
  return outputs.map((output) => {
    const { text, tool, exit: exitCode, signal, subject, weight, source } = output;
    const { told, weighed } = readOutput({ text, tool, exitCode, signal }, { words });
    return { class: weighed.class, candidates: candidatesOf(told), several: severalIn(told), subject, weight, source };
  });
}
