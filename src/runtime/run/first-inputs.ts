/** The first inputs of a Reeve that opens a run, in their order, before what it found of attempts. Wiring only. */
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import { openSpecs } from "./open-specs.ts";
import type { RunOptions } from "./run-options.ts";
import { firstToTake, pauseWaiting } from "./waiting-orders.ts";

export interface Found {
  /** Mail nobody has taken yet. */
  readonly waiting: readonly Input[];
  /** What other runs have used. */
  readonly elsewhere: readonly Input[];
  /** Attempts that live and are watched from now on. */
  readonly adopted: readonly AttemptId[];
}

export function firstInputs(
  options: RunOptions,
  state: State,
  { waiting, elsewhere, adopted }: Found,
): readonly Input[] {
  const { settings, history, basis, identity, preflight, zone, by } = options;
  const known = { ...(history && { history }), ...(basis && { basis }), ...(zone !== undefined && { zone }) };
  const unready = preflight?.(openSpecs(state));
  return [
    // What others have used counts before anything could start.
    ...elsewhere,
    // A pause that was ordered while nobody worked on the run comes before anything could start.
    ...pauseWaiting(waiting),
    // Their mail is answered later; said twice it counts once.
    ...firstToTake(waiting, state.run.phase),
    { type: "run_opened", ...identity, settings, adopted, ...known, ...(unready && { unready }), ...(by && { by }) },
  ];
}
