/**
 * The changes of the plan that were proposed in a run and what became of them, read off its events; and one of them as a
 * person sees it before they approve it. Sentences only; nothing is decided here.
 */

import type { TaskSpec } from "../domain/plan.ts";
import type { Replan } from "../domain/replan.ts";
import type { Event } from "../engine/event.ts";
import { changeLines } from "../engine/replan/replan-text.ts";
import { becauseSentence } from "../engine/wording/because-words.ts";
import { findingLine } from "./proposal.ts";
import { clip, plainText } from "./words.ts";

export interface KnownReplan {
  readonly replan: Replan;
  readonly state: "open" | "approved" | "dropped";
  /** Why it was dropped. */
  readonly why: string | null;
}

/** Oldest first. */
export class ReplanList {
  readonly #known = new Map<string, KnownReplan>();

  take(event: Event): void {
    if (event.type === "replan_proposed") {
      const { replan } = event;
      this.#known.set(replan.id, { replan, state: "open", why: null });
    } else if (event.type === "plan_changed") this.#end(event.replan, "approved", null);
    else if (event.type === "replan_dropped") this.#end(event.replan, "dropped", becauseSentence(event.because));
  }

  #end(id: string, state: KnownReplan["state"], why: string | null): void {
    const known = this.#known.get(id);
    if (known) this.#known.set(id, { ...known, state, why });
  }

  get all(): readonly KnownReplan[] {
    return [...this.#known.values()];
  }
}

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
  if (state === "dropped") return [`It was not made: ${plainText(why ?? "nobody waits for it any more")}.`];
  return [`To go on: \`reeve approve ${id}\`, or \`reeve reject ${id} --because "…"\`.`];
}
