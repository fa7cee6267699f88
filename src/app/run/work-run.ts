/**
 * Works a run that is ready, here or in the background, until nothing moves by itself; what failed is told to the failure
 * history then. Whoever watches gets every record and decides what to show; whoever works can be told to stop.
 */

import { join } from "node:path";
import { ownFolder, tightenBelow } from "../../effects/files/state-folder.ts";
import type { Holder } from "../../journal/runs.ts";
import type { RunWorkEnd } from "../../runtime/run/run-options.ts";
import type { RunRecord } from "../../runtime/run/run-rules.ts";
import type { Checkers } from "../checkpoint/checkers.ts";
import { tellHistory } from "../failures/shared-history.ts";
import { tellSamples } from "../forecast/sample-file.ts";
import { giverHere } from "../person/giver.ts";
import { reside, sessionsOf } from "../pipelines/resident.ts";
import type { Project } from "../project/project.ts";
import { stateOf } from "../project/records.ts";
import { publishReceipts } from "../receipts/publish-receipts.ts";
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
  /** Why receipts could not be noted, or the failure history not told. */
  readonly untold: string | null;
}

export async function startWork(
  world: Fleets & Worktrees & Checkers,
  run: ReadyRun,
  watch: Watch,
): Promise<Reply<Work>> {
  const { project, place, config, settings } = run;
  const rights = await ownState(project.stateDir);
  if (rights !== null) watch.onNotice?.(rights);
  const fleet = await world.openFleet({ project, place, config, settings, by: giverHere("reeve run"), ...watch });
  if ("heldBy" in fleet) return held(run, fleet.heldBy);
  const { order, force, state } = fleet;
  return granted({ order, force, state, finish: () => finish(world, run, fleet) });
}

/** The sentence for people, where others could read what Reeve keeps. */
async function ownState(stateDir: string): Promise<string | null> {
  const rights = ownFolder(stateDir);
  if (rights === "kept") return null;
  if (rights === "foreign")
    return `Other users of this machine can read ${stateDir}, and it is not yours to change. Have its owner close it (chmod 700).`;
  await tightenBelow(stateDir);
  return `Other users of this machine could read ${stateDir}; it is yours alone now.`;
}

/** Few enough to be counted in a moment. */
const ENTRIES_MAX = 20_000;

async function finish(
  world: Worktrees & Checkers,
  { project, place, config }: ReadyRun,
  fleet: OpenFleet,
): Promise<Reply<Worked>> {
  const end = await supervised(world, project, place.id, fleet);
  const published = await publishReceipts(project, place.id);
  // What git and agents put there has whatever rights they gave it.
  await tightenBelow(place.dir);
  const told = (await tellHistory(project, place, config)) ?? (await tellSamples(project, place, config));
  const untold = published ?? told;
  if (end.type === "journal") return refused({ what: "journal", error: end.error, livesOn: true });
  if (end.type === "unusable") return refused({ what: "unusable", sentence: end.sentence });
  const { phase, base } = end.state.run;
  const isOver = phase === "ended" && base !== null;
  const worktrees = isOver ? await world.worktreesUse(project, place.id, ENTRIES_MAX) : null;
  return granted({ end, worktrees, untold });
}

/** With a resident supervisor beside it for each session that its checkpoints look at. */
async function supervised(world: Checkers, project: Project, run: string, fleet: OpenFleet) {
  // A journal that cannot be read is told by whoever works on it.
  const before = await stateOf(project, run).catch(() => null);
  const sessions = before === null ? [] : sessionsOf(project, before.state);
  const over = new AbortController();
  const wish = { world, project, run, now: Date.now };
  const residents = sessions.map((session) => reside(wish, session, over.signal));
  try {
    return await fleet.work();
  } finally {
    over.abort();
    await Promise.all(residents);
  }
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
