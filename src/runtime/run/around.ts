/** What is looked at beside the agents of a run: the machine it is on, with every beat, and the other runs of its project. Wiring only. */
import type { Answer, Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import { DISK_MB, HostWatch, MEMORY_MB } from "../attempts/host-watch.ts";
import { SharedSpending } from "../attempts/shared-spending.ts";
import type { Desk } from "../runner/system.ts";
import type { RunOptions } from "./run-options.ts";

type Looks = Pick<RunOptions, "place" | "clock" | "settings" | "spendingDir">;

export interface Around {
  /** Tells what this run has used; what is new of the others comes back. */
  readonly elsewhere: (state: State) => readonly Input[];
  readonly lookAtHost: () => void;
  /** Rejects when what the others used cannot be known: then no shared limit holds. */
  readonly lookAtOthers: () => Promise<void>;
}

export function openAround({ place, clock, settings, spendingDir }: Looks, desk: Desk<State, Input, Answer>): Around {
  const { diskMb: diskMbMin = DISK_MB, memoryMb: memoryMbMin = MEMORY_MB } = settings.policies.brake ?? {};
  const now = () => clock.now();
  const host = new HostWatch({ dir: place.dir, diskMbMin, memoryMbMin, now, report: desk.report });
  const shared = new SharedSpending({ dir: spendingDir ?? null, run: place.id, now });
  const elsewhere = (state: State) => {
    const heard = shared.look(state);
    return heard === null ? [] : [heard];
  };
  const lookAtOthers = async () => {
    for (const input of elsewhere(await desk.state())) void desk.report(input);
    const trouble = shared.trouble();
    if (trouble !== null) throw new Error(trouble);
  };
  return { elsewhere, lookAtHost: () => host.look(), lookAtOthers };
}
