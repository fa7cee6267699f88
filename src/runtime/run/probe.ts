/** How what is held is tried again: an address on the network by connecting, what this machine lacks by a small try of it. */
import { needOf } from "../../domain/proof/machine-need.ts";
import { withoutStop } from "../../domain/words/wording.ts";
import type { Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import type { Reach } from "../attempts/reach.ts";
import { machineLack } from "../machine/machine-lack.ts";
import type { Workshop } from "./run-options.ts";

export interface Probing {
  readonly reach: Reach;
  readonly workshop: Workshop;
  /** Where runs and worktrees are kept. */
  readonly dir: string;
  readonly state: () => Promise<State>;
  readonly report: (input: Input) => Promise<unknown>;
}

export function probing({ reach, workshop, dir, state, report }: Probing) {
  return async (endpoint: string): Promise<void> => {
    if (needOf(endpoint) === null) return await reach.probe(endpoint);
    const lack = machineLack(dir, (await state()).settings.policies);
    const problem = lack === null ? ((await workshop.tryMachine?.()) ?? null) : withoutStop(lack.message);
    if (!reach.isClosed) await report({ type: "endpoint_probed", endpoint, problem });
  };
}
