/**
 * How many agents this machine has room for, looked at with every beat: what it has left, what this run's agents take and will take,
 * and what those of other runs do. What has changed is reported; what follows is decided by the rules.
 */
import type { AgentConfig } from "../../domain/spec/config.ts";
import type { HostFigures, HostLimits } from "../../domain/tree/host-room.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import { isFinal } from "../../domain/work/task.ts";
import { HOST_LIMITS, roomIn } from "../../engine/host/room.ts";
import type { Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import { diskMbOf, loadPerCore, memoryMb, processesLeft } from "./machine-figures.ts";
import type { SharedHost } from "./shared-host.ts";

export interface RoomWatchOptions {
  readonly dir: string;
  readonly configs: Readonly<Record<string, AgentConfig>>;
  readonly shared: SharedHost;
  readonly now: () => number;
}

/** So far apart at least: figures of a machine tremble. */
const REPORT_MS = 10_000;

/** What an agent takes before any of its kind was seen: programs of vendors bring a runtime of their own. */
const UNSEEN_MB = { command: 50, scripted: 80, other: 400 } as const;

export class RoomWatch {
  readonly #options: RoomWatchOptions;
  readonly #peaks = new Map<string, number>();
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(options: RoomWatchOptions) {
    this.#options = options;
  }

  /** `taken`: what the processes of each attempt take now, in MB. Null: nothing has changed. */
  look(state: State, taken: ReadonlyMap<AttemptId, number>): Input | null {
    const { settings, run, attempts } = state;
    const working = [...attempts.live.values()].filter(({ phase }) => phase !== "deferred");
    for (const { id, agent } of working) this.#notePeak(this.#kindOf(agent), taken.get(id) ?? 0);
    const others = this.#options.shared.others();
    const needOf = (agent: string) => this.#needOf(agent, others.peaks);
    const promisedMb = working.reduce(
      (sum, { id, agent }) => sum + Math.max(0, needOf(agent) - (taken.get(id) ?? 0)),
      0,
    );
    this.#options.shared.tell({ agents: working.length, promisedMb, peaks: Object.fromEntries(this.#peaks) });
    const agents = [
      ...new Set([...state.tasks.values()].flatMap((task) => (isFinal(task.status) ? [] : [task.spec.agent]))),
    ];
    const figures: HostFigures = {
      ...{ memoryMb: memoryMb(), loadPerCore: loadPerCore(), diskMb: diskMbOf(this.#options.dir) },
      ...{ processesLeft: processesLeft(), elsewhere: others.agents, promisedMb: promisedMb + others.promisedMb },
      agentMb: Math.max(1, ...agents.map(needOf)),
      here: working.length,
    };
    const limits: HostLimits = settings.policies.host ?? HOST_LIMITS;
    const room = roomIn(figures, limits, settings.maxParallel);
    if (room?.agents === run.room?.agents && room?.scarce === run.room?.scarce) return null;
    if (this.#options.now() - this.#reportedAt < REPORT_MS) return null;
    this.#reportedAt = this.#options.now();
    return { type: "host_observed", room };
  }

  #notePeak(kind: string, mb: number): void {
    if (mb > (this.#peaks.get(kind) ?? 0)) this.#peaks.set(kind, Math.ceil(mb));
  }

  #needOf(agent: string, peaks: Readonly<Record<string, number>>): number {
    const kind = this.#kindOf(agent);
    const seen = Math.max(this.#peaks.get(kind) ?? 0, Object.hasOwn(peaks, kind) ? (peaks[kind] ?? 0) : 0);
    if (seen > 0) return seen;
    const adapter = this.#options.configs[agent]?.adapter;
    return adapter === "command" || adapter === "scripted" ? UNSEEN_MB[adapter] : UNSEEN_MB.other;
  }

  /** Programs of one vendor are alike; of others each is its own. */
  #kindOf(agent: string): string {
    const { adapter = "none", command = [] } = this.#options.configs[agent] ?? {};
    return adapter === "command" ? `command ${command.slice(0, 2).join(" ")}`.slice(0, 200) : adapter;
  }
}
