/** What is looked at with every beat of a run beside its agents: the machine it is on, and the other runs of its project. Wiring only. */
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
  readonly look: () => void;
  readonly lookAtMoney: () => void;
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
  };
  return {
    elsewhere,
    look: () => host.look(),
    lookAtMoney: () => void lookAtOthers().catch(() => {}), // closed meanwhile
  };
}
