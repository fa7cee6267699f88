/** A change of the plan that was proposed in a run, as a person sees it before they approve it. Sentences only. */
import type { KnownReplan } from "../app/plan/read-replans.ts";
import type { TaskSpec } from "../domain/spec/plan.ts";
import { changeLines } from "../engine/replan/replan-text.ts";
import { becauseSentence } from "../engine/wording/because-words.ts";
import { findingLine } from "./proposal-words.ts";
import { clip, plainText } from "./words.ts";

export function replanLine({ replan, state }: KnownReplan, run: string): string {
  return `${replan.id}  ${state}  ${clip(plainText(`${replan.about}: it ${replan.summary}`), 100)} (change of ${run})`;
}

export function replanLines({ replan, state, why }: KnownReplan, run: string): readonly string[] {
  const { id, about, change, answer, because } = replan;
  return [
    `${id}: a change of the plan of ${run}, because of ${about}: ${plainText(becauseSentence(because))}`,
    ...because.evidence.map((line) => `  | ${plainText(line)}`),
    ...changeLines({ change, answer: { ...answer, validation: [] } }).map((line) => `  ${plainText(line)}`),
    ...commandLines([...change.added, ...change.changed]),
    ...answer.validation.map(findingLine),
    ...nextLines(id, state, why),
  ];
}

/** They are in the plan already; still nobody should approve what they have not seen. */
function commandLines(specs: readonly TaskSpec[]): readonly string[] {
  const runs = new Set(specs.flatMap(({ gates, commitments }) => [...gates, ...commitments].map(({ run }) => run)));
  if (runs.size === 0) return [];
  return [
    "Commands of the plan that Reeve would run for these tasks:",
    ...[...runs].map((run) => `  ${plainText(run)}`),
  ];
}

function nextLines(id: string, state: KnownReplan["state"], why: string | null): readonly string[] {
  if (state === "approved") return ["It was approved; this is the plan now."];
  if (state === "dropped") return [`It was not applied: ${plainText(why ?? "no task waits for it any longer")}.`];
  return [`Next: \`reeve approve ${id}\`, or \`reeve reject ${id} --because "…"\`.`];
}
