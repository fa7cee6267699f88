/**
 * `reeve tick`: one decision about one epic, then the end. The row is written before its worker is started; somebody who wrote
 * the body meanwhile is never overwritten: then it is read and decided again. Two ticks at once: the second one leaves.
 */
import { mkdirSync } from "node:fs";
import { hostname } from "node:os";
import type { Mistake } from "../../config/mistakes/mistake.ts";
import type { Config } from "../../domain/spec/config.ts";
import type { EpicRole } from "../../domain/spec/epic-config.ts";
import { acquireLock } from "../../journal/sqlite/folder-lock.ts";
import type { EpicBody } from "../../systems/epic/body/epic-body.ts";
import { answerByRules } from "../../systems/epic/roles/rules.ts";
import type { BodyStore } from "../../systems/epic/store/body-store.ts";
import { lockDir } from "../../systems/epic/store/file-store.ts";
import { type Ticked, tick } from "../../systems/epic/tick/tick.ts";
import type { Ask, TickPorts } from "../../systems/epic/tick/tick-types.ts";
import { loadConfig } from "../project/load.ts";
import { ignoreByGit, type Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import type { Background } from "../run/fleets.ts";
import { lookAtWalls } from "../run/look-at-walls.ts";
import { confirmDispatch } from "./confirm-dispatch.ts";
import { noteDispatch, startOwed, startWorker } from "./dispatches.ts";
import { findEpic, locksDir, openStore } from "./epics.ts";
import { registryOf } from "./registry.ts";

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
}

export type TickEnd =
  | { readonly ended: "locked"; readonly sentence: string }
  | { readonly ended: "malformed"; readonly mistakes: readonly Mistake[] }
  | { readonly ended: "nothing"; readonly sentence: string; readonly warnings: readonly Mistake[] }
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
  const walls = Object.keys(config.value.epic.roles).length > 0 ? await lookAtWalls(config.value) : null;
  if (walls !== null && !walls.ok) return walls;
  const store = await openStore(project, config.value, path.value);
  if (wish.dryRun) return once(world, project, config.value, store, wish);
  mkdirSync(project.stateDir, { recursive: true });
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
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const read = await store.read();
    if (!read.ok) return refused({ what: "epic_unusable", sentence: read.sentence });
    if (!wish.dryRun) await startOwed(world, project, store.file, read.text);
    const ticked = await tick(portsFor(world, project, config, store, read.text, wish));
    if (!("after" in ticked)) return granted(ticked);
    const { ended, sentence, dispatch, asked, warnings, changes } = ticked;
    const end = { ended, sentence, dispatch, asked, warnings, changes };
    if (wish.dryRun) return granted({ ...end, written: false });
    const owed = dispatch && { ...dispatch, file: store.file };
    if (owed) noteDispatch(project, owed);
    const written = await store.write(ticked.before, ticked.after, `Epic: ${changes.row?.decision ?? sentence}`);
    if (written.type === "failed") return refused({ what: "epic_unusable", sentence: written.sentence });
    if (written.type === "changed") continue;
    if (owed) await startWorker(world, project, owed);
    return granted({ ...end, written: true });
  }
  return refused({
    what: "epic_unusable",
    sentence: `${store.file} is changed by others again and again; the next tick tries again.`,
  });
}

function portsFor(
  world: EpicAgents,
  project: Project,
  config: Config,
  store: BodyStore,
  text: string,
  { now, env, signal }: TickWish,
): TickPorts {
  const workers = registryOf(config);
  const about = { project, config, workers, storeFile: store.file, env };
  return {
    body: { read: async () => text },
    file: store.file,
    now: now(),
    environment: hostname(),
    workers,
    ask: (ask: Ask, body: EpicBody) => {
      const role: EpicRole = ask.role;
      if (config.epic.roles[role] === undefined) return Promise.resolve(answerByRules(ask, body, workers));
      return world.askEpic({ project, config, role, ask, file: store.file, signal });
    },
    confirm: async (asked) => confirmDispatch(about, asked),
  };
}
