/** What is looked at beside the agents of a run: the machine it is on, with every beat, and the other runs of its project. Wiring only. */
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { Answer, Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import { DISK_MB, HostWatch, MEMORY_MB } from "../machine/host-watch.ts";
import { RoomWatch } from "../machine/room-watch.ts";
import { SharedAccounts } from "../machine/shared-accounts.ts";
import { SharedHost } from "../machine/shared-host.ts";
import { SharedSpending } from "../machine/shared-spending.ts";
import type { Desk } from "../runner/system.ts";
import type { RunOptions } from "./run-options.ts";

type Looks = Pick<
  RunOptions,
  "place" | "clock" | "settings" | "spendingDir" | "machineMoney" | "zone" | "hostNotes" | "configs"
>;

type Taken = ReadonlyMap<AttemptId, number>;

export interface Around {
  /** Tells what this run has used, and what its agents take; what is new of the others and of the machine comes back. */
  readonly elsewhere: (state: State) => readonly Input[];
  readonly look: () => void;
  /** Rejects when what the others used cannot be known: then no shared limit holds. */
  readonly lookAtMoney: () => Promise<void>;
}

export function openAround(options: Looks, desk: Desk<State, Input, Answer>, taken: () => Taken): Around {
  const { place, clock, settings, configs, spendingDir, machineMoney, zone, hostNotes } = options;
  const { diskMb: diskMbMin = DISK_MB, memoryMb: memoryMbMin = MEMORY_MB } = settings.policies.brake ?? {};
  const now = () => clock.now();
  const host = new HostWatch({ dir: place.dir, diskMbMin, memoryMbMin, now, report: desk.report });
  const shared = new SharedSpending({
    ...{ dir: spendingDir ?? null, run: place.id, machine: machineMoney ?? null, zone, now },
  });
  const notes = new SharedHost(hostNotes?.dir ?? null, hostNotes?.name ?? "", now);
  const room = new RoomWatch({ dir: place.dir, configs, shared: notes, now });
  const accounts = new SharedAccounts({ configs, env: process.env, shared: notes, now });
  const money = (state: State) => shared.look(state) ?? [];
  const machine = (state: State): readonly Input[] => [accounts.look(state), room.look(state, taken()) ?? []].flat();
  const reportAll = async (look: (state: State) => Input | readonly Input[]) => {
    for (const input of [look(await desk.state())].flat()) void desk.report(input);
  };
  return {
    elsewhere: (state) => [money(state), machine(state)].flat(),
    look: () => {
      host.look();
      reportAll(machine).catch(() => {}); // closed meanwhile
    },
    lookAtMoney: async () => {
      await reportAll(money);
      const trouble = shared.trouble();
      if (trouble !== null) throw new Error(trouble);
    },
  };
}
