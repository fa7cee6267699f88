/**
 * Works a run that is ready, here or in the background, until nothing moves by itself; what failed is told to the failure
 * history then. Whoever watches gets every record and decides what to show; whoever works can be told to stop.
 */
import { join } from "node:path";
import type { Holder } from "../../journal/runs.ts";
import type { RunWorkEnd } from "../../runtime/run/run-options.ts";
import type { RunRecord } from "../../runtime/run/run-rules.ts";
import { tellHistory } from "../failures/shared-history.ts";
import { granted, type Reply, refused } from "../reply.ts";
import type { Background, Fleets, OpenFleet, Worktrees, WorktreesUse } from "./fleets.ts";
import type { ReadyRun } from "./prepare-run.ts";

/** How a run stands that moves no more. */
export type RunEnd = Exclude<RunWorkEnd, { type: "journal" | "unusable" }>;

export interface Watch {
  /** Stay while only a person can help. */
  readonly wait: boolean;
  readonly onRecord: (record: RunRecord) => void;
  /** A journal is away for a while, or back. */
  readonly onNotice?: (sentence: string) => void;
}

/** A run that is in our hands. */
export interface Work extends Pick<OpenFleet, "order" | "force" | "state"> {
  readonly finish: () => Promise<Reply<Worked>>;
}

export interface Worked {
  readonly end: RunEnd;
  /** Of a run that is over: what its worktrees take, which nobody else would tell. */
  readonly worktrees: WorktreesUse | null;
  /** Why the failure history could not be told. */
  readonly untold: string | null;
}

export async function startWork(world: Fleets & Worktrees, run: ReadyRun, watch: Watch): Promise<Reply<Work>> {
  const { project, place, config, settings } = run;
  const fleet = await world.openFleet({ project, place, config, settings, ...watch });
  if ("heldBy" in fleet) return held(run, fleet.heldBy);
  const { order, force, state } = fleet;
  return granted({ order, force, state, finish: () => finish(world, run, fleet) });
}

/** Few enough to be counted in a moment. */
const ENTRIES_MAX = 20_000;

async function finish(
  world: Worktrees,
  { project, place, config }: ReadyRun,
  fleet: OpenFleet,
): Promise<Reply<Worked>> {
  const end = await fleet.work();
  const untold = await tellHistory(project, place, config);
  if (end.type === "journal") return refused({ what: "journal", error: end.error, livesOn: true });
  if (end.type === "unusable") return refused({ what: "unusable", sentence: end.sentence });
  const { phase, base } = end.state.run;
  const isOver = phase === "ended" && base !== null;
  const worktrees = isOver ? await world.worktreesUse(project, place.id, ENTRIES_MAX) : null;
  return granted({ end, worktrees, untold });
}

export interface Detached {
  readonly run: string;
  readonly pid: number;
  readonly log: string;
}

export interface DetachWish {
  readonly wait: boolean;
  readonly maxParallel: number | undefined;
  readonly autoResume: boolean;
}

/** The same, by another process that outlives this one. */
export async function detachRun(world: Background, run: ReadyRun, wish: DetachWish): Promise<Reply<Detached>> {
  const { id, dir } = run.place;
  const holder = await run.project.runs.holder(id);
  if (holder !== null) return held(run, holder);
  const log = join(dir, "detached.log");
  const parallel = wish.maxParallel === undefined ? [] : ["--max-parallel", `${wish.maxParallel}`];
  const asks = wish.autoResume ? [] : ["--no-auto-resume"];
  const waits = wish.wait ? ["--wait"] : [];
  const { pid } = await world.detach(["run", "--run", id, ...parallel, ...asks, ...waits], log);
  return granted({ run: id, pid, log });
}

function held({ place }: ReadyRun, holder: Holder): Reply<never> {
  return refused({ what: "held", run: place.id, holder });
}
