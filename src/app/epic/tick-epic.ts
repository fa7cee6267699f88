/**
 * `reeve tick`: one decision about one epic, then the end. The row is written before its worker is started; somebody who wrote
 * the body meanwhile is never overwritten: then it is read and decided again. Two ticks at once: the second one leaves.
 */
import { hostname } from "node:os";
import type { Config } from "../../domain/spec/config.ts";
import type { EpicRole } from "../../domain/spec/epic-config.ts";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { acquireLock } from "../../journal/sqlite/folder-lock.ts";
import type { BodyStore, StoreTrouble } from "../../systems/epic/store/body-store.ts";
import { lockDir } from "../../systems/epic/store/file-store.ts";
import { type Ticked, tick } from "../../systems/epic/tick/tick.ts";
import type { Ask, TickPorts } from "../../systems/epic/tick/tick-types.ts";
import { loadConfig } from "../project/load-config.ts";
import { ignoreByGit, type Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import type { Background } from "../run/fleets.ts";
import { askOnce, notAsked } from "./ask-once.ts";
import { findEpic, locksDir, openStore, trustGitForEpics } from "./epics.ts";
import { registryOf } from "./registry.ts";
import { noteDispatch, type StartWorker, startOwed, startWorker } from "./work/dispatches.ts";

/** Asks a configured agent, from outside; null: no answer that could be read. */
export interface EpicAgents {
  readonly askEpic: (wish: EpicQuestion) => Promise<unknown>;
}

export interface EpicQuestion {
  readonly project: Project;
  readonly config: Config;
  readonly role: EpicRole;
  readonly ask: Ask;
  /** Of the body, seen from the project. */
  readonly file: string;
  readonly signal: AbortSignal;
}

export interface TickWish {
  readonly cwd: string;
  readonly epic: string;
  readonly now: () => number;
  readonly dryRun: boolean;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** How a worker is started; absent: as a process of its own, which outlives the tick. */
  readonly start?: StartWorker;
  /** What steers git was changed by agents, and the person says that it is fine. */
  readonly trustGit?: boolean;
}

export type TickEnd =
  | { readonly ended: "locked"; readonly sentence: string }
  | Exclude<Ticked, { after: string }>
  | (Pick<Extract<Ticked, { after: string }>, "sentence" | "dispatch" | "asked" | "warnings" | "changes"> & {
      readonly ended: "decided" | "halted";
      readonly written: boolean;
    });

export async function tickEpic(
  world: Background & EpicAgents,
  project: Project,
  wish: TickWish,
): Promise<Reply<TickEnd>> {
  const config = loadConfig(project);
  if (!config.ok)
    return refused({ what: "mistakes", mistakes: config.mistakes, warnings: config.warnings, kept: "epic" });
  const path = findEpic(project, wish.cwd, wish.epic);
  if (!path.ok) return path;
  if (wish.trustGit && !wish.dryRun) await trustGitForEpics(project);
  const store = await openStore(project, config.value, path.value);
  if (wish.dryRun) return once(world, project, config.value, store, wish);
  makeFolderSync(project.stateDir);
  ignoreByGit(project.stateDir);
  const lock = acquireLock(lockDir(locksDir(project), path.value, "tick"));
  if ("heldBy" in lock)
    return granted({ ended: "locked", sentence: `Another tick of ${store.file} is running (pid ${lock.heldBy.pid}).` });
  try {
    return await once(world, project, config.value, store, wish);
  } finally {
    lock.release();
  }
}

const ROUNDS_MAX = 20;

async function once(
  world: Background & EpicAgents,
  project: Project,
  config: Config,
  store: BodyStore,
  wish: TickWish,
): Promise<Reply<TickEnd>> {
  const start: StartWorker = wish.start ?? ((owed) => startWorker(world, project, owed));
  const asked = askOnce(world, project, config, store.file, wish);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const read = await store.read();
    if (!read.ok) return unusable(read);
    if (!wish.dryRun) await startOwed(start, project, store.file, read.text);
    const ticked = await tick(portsFor(project, config, store, read.text, wish, asked.ask)).catch(notAsked);
    if ("ok" in ticked) return ticked;
    if (!("after" in ticked)) return granted(ticked);
    const written = await act(project, store, ticked, start, wish);
    if (written !== "changed") return written;
  }
  return unusable({
    sentence: `${store.file} is changed by others again and again; the next tick tries again.`,
    mayPass: true,
  });
}

function unusable({ sentence, mayPass }: StoreTrouble): Reply<TickEnd> {
  return refused({ what: "epic_unusable", sentence, ...(mayPass && { mayPass }) });
}

/** The dispatch is noted, then its row is written, then its worker is started; whatever kills it between two of these loses nothing. */
async function act(
  project: Project,
  store: BodyStore,
  ticked: Extract<Ticked, { after: string }>,
  start: StartWorker,
  { dryRun }: TickWish,
): Promise<Reply<TickEnd> | "changed"> {
  const { ended, sentence, dispatch, asked, warnings, changes } = ticked;
  const end = { ended, sentence, dispatch, asked, warnings, changes };
  if (dryRun) return granted({ ...end, written: false });
  const owed = dispatch && { ...dispatch, file: store.file };
  if (owed) noteDispatch(project, owed);
  const written = await store.write(ticked.before, ticked.after, `Epic: ${changes.row?.decision ?? sentence}`);
  if (written.type === "failed") return unusable(written);
  if (written.type === "changed") return "changed";
  if (owed) await start(owed);
  return granted({ ...end, written: true });
}

function portsFor(
  project: Project,
  config: Config,
  store: BodyStore,
  text: string,
  { now, env }: TickWish,
  ask: TickPorts["ask"],
): TickPorts {
  const workers = registryOf(config);
  const about = { project, config, workers, storeFile: store.file, env };
  return {
    body: { read: async () => text },
    file: store.file,
    now: now(),
    environment: hostname(),
    workers,
    ask,
    confirm: async (asked) => (await import("./work/confirm-dispatch.ts")).confirmDispatch(about, asked),
  };
}
