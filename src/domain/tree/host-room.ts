/** What a machine has left, what agents take of it, and how many may work at once by that. Plain data. */

/** As it was measured just now. */
export interface HostFigures {
  /** What programs could still get, caches included. */
  readonly memoryMb: number;
  /** Programs that want to compute, on average over a minute, per processor. */
  readonly loadPerCore: number;
  /** Null: nobody can tell. */
  readonly diskMb: number | null;
  readonly processesLeft: number | null;
  /** Agents of other runs and projects that work on this machine now. */
  readonly elsewhere: number;
  /** What agents that work already, here and elsewhere, will still take by what their kind took before. */
  readonly promisedMb: number;
  /** What the largest kind of agent of this run takes. */
  readonly agentMb: number;
  /** Agents of this run at work. */
  readonly here: number;
}

/** What is to stay free of it; 0: no limit. */
export interface HostLimits {
  readonly memoryMb: number;
  readonly loadPerCore: number;
  readonly diskMb: number;
  readonly processes: number;
}

/** So many agents of this run may work at once, because this is scarce. */
export interface HostRoom {
  readonly agents: number;
  readonly scarce: "memory" | "load" | "disk" | "processes";
  /** In words: what is left, and what one more would take. */
  readonly left: string;
}
