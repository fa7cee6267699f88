/**
 * Works one dispatched item: a run of one task, supervised like any run, in a store of its own. When it ends, its work is
 * brought to its review surface and its signal is written into the item's row. It never merges and never waits for CI.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../../domain/spec/config.ts";
import { makeFolderSync } from "../../../effects/files/make-folder.ts";
import { writeDurably } from "../../../effects/files/write-durably.ts";
import { questionText } from "../../../engine/question/question-text.ts";
import { acquireLock } from "../../../journal/sqlite/folder-lock.ts";
import { startHeart } from "../../../runtime/time/heart.ts";
import type { EpicBody, Item } from "../../../systems/epic/body/epic-body.ts";
import { readBody } from "../../../systems/epic/body/read-body.ts";
import { baseOf, taskIdOf } from "../../../systems/epic/dispatch/worker-prompt.ts";
import { ASKS, withSignal } from "../../../systems/epic/dispatch/worker-signal.ts";
import { type BodyStore, updateBody } from "../../../systems/epic/store/body-store.ts";
import { lockDir } from "../../../systems/epic/store/file-store.ts";
import type { Checkers } from "../../checkpoint/checkers.ts";
import type { ReviewWriter } from "../../deliver/pull-requests.ts";
import type { Surfaces } from "../../deliver/read-review.ts";
import { loadConfig } from "../../project/load-config.ts";
import { findProject, type Project } from "../../project/project.ts";
import { granted, type Reply, refused } from "../../reply.ts";
import type { Background, Fleets, Worktrees } from "../../run/fleets.ts";
import { prepareRun } from "../../run/prepare-run.ts";
import { startWork } from "../../run/work-run.ts";
import { epicProject, findEpic, locksDir, openStore } from "../epics.ts";
import { type EpicAgents, tickEpic } from "../tick-epic.ts";
import { folderOf } from "./confirm-dispatch.ts";
import { settleDispatch, workDir } from "./dispatches.ts";
import { findBranch } from "./find-branch.ts";
import { planText } from "./item-plan.ts";
import { type Progress, projectProgress } from "./project-progress.ts";
import { surfaceOf, type WorkEnd } from "./surface-of.ts";

export interface WorkWish {
  readonly cwd: string;
  readonly epic: string;
  readonly item: string;
  readonly worker: string;
  readonly project: string;
  readonly now: () => number;
  readonly env: NodeJS.ProcessEnv;
  readonly writer: ReviewWriter;
  readonly onSentence: (sentence: string) => void;
  /** Given the way to stop it. */
  readonly onStarted: (work: {
    readonly order: (input: { readonly type: "stop" }) => Promise<unknown>;
    readonly force: () => Promise<void>;
  }) => void;
}

/** Until nothing is left to decide: what a worker's end leads to, and the next dispatch. */
const TICKS_MAX = 10;

export type WorkWorld = Fleets & Worktrees & Checkers & Surfaces & Background & EpicAgents;

export async function workItem(world: WorkWorld, project: Project, wish: WorkWish): Promise<Reply<WorkEnd>> {
  const worked = await workDispatched(world, project, wish);
  const config = loadConfig(project);
  if (worked.ok && worked.value.type === "ended" && config.ok && config.value.epic.tickOnExit) {
    const { cwd, epic, now, env } = wish;
    const { signal } = new AbortController();
    for (let ticks = 0; ticks < TICKS_MAX; ticks += 1) {
      const ticked = await tickEpic(world, project, { cwd, epic, now, env, dryRun: false, signal });
      if (!ticked.ok || ticked.value.ended !== "decided") break;
    }
  }
  return worked;
}

/** Without the ticks that its end may lead to. */
export async function workDispatched(world: WorkWorld, project: Project, wish: WorkWish): Promise<Reply<WorkEnd>> {
  const config = loadConfig(project);
  if (!config.ok)
    return refused({ what: "mistakes", mistakes: config.mistakes, warnings: config.warnings, kept: "epic" });
  const path = findEpic(project, wish.cwd, wish.epic);
  if (!path.ok) return path;
  const store = await openStore(project, config.value, path.value);
  const found = await dispatchedItem(store, wish);
  if (!found.ok) return found;
  const { body, item } = found.value;
  const dispatch = item.fields.dispatch ?? "";
  const lock = acquireLock(workDir(project, dispatch));
  if ("heldBy" in lock) return refused({ what: "held", run: item.id, holder: lock.heldBy });
  // Whoever watches over this process looks at its heart.
  const heart = startHeart({ dir: workDir(project, dispatch) });
  try {
    const tickLock = lockDir(locksDir(project), path.value, "tick");
    const end = await work(world, project, config.value, { body, item, store, tickLock }, wish);
    if (end.type === "stopped") return granted(end);
    const at = new Date(wish.now()).toISOString().replace(/\.\d+Z$/, "Z");
    const signal = {
      item: item.id,
      dispatch,
      exit: end.exit,
      surface: end.surface,
      next: end.next,
      at,
      ...(end.branch !== undefined && { branch: end.branch }),
    };
    const told = await updateBody(
      store,
      (text) => signed(text, store.file, signal),
      `Epic: ${item.id} ended with ${end.exit}`,
    );
    if (told.type === "failed") return refused({ what: "epic_unusable", sentence: told.sentence });
    settleDispatch(project, dispatch);
    return granted(end);
  } finally {
    heart.stop();
    lock.release();
  }
}

function signed(text: string, file: string, signal: Parameters<typeof withSignal>[1]): string | null {
  const read = readBody(text, file);
  return read.ok ? withSignal(read.body, signal) : null;
}

async function dispatchedItem(
  store: BodyStore,
  wish: WorkWish,
): Promise<Reply<{ readonly body: EpicBody; readonly item: Item }>> {
  const read = await store.read();
  if (!read.ok) return refused({ what: "epic_unusable", sentence: read.sentence });
  const parsed = readBody(read.text, store.file);
  if (!parsed.ok) return refused({ what: "mistakes", mistakes: parsed.mistakes, warnings: [], kept: "epic" });
  const item = parsed.body.items.find(({ id }) => id === wish.item);
  const because =
    item === undefined
      ? "the epic has no such item"
      : item.status !== "in_progress" || item.fields.dispatch === undefined
        ? "a tick dispatches it when it is queued"
        : item.fields.exit !== undefined
          ? `its worker has ended already (${item.fields.exit})`
          : item.worker !== wish.worker
            ? `it was dispatched to ${item.worker}`
            : null;
  if (because !== null || item === undefined)
    return refused({ what: "not_dispatched", item: wish.item, because: because ?? "" });
  return granted({ body: parsed.body, item });
}

async function work(
  world: WorkWorld,
  home: Project,
  config: Config,
  { body, item, ...kept }: { readonly body: EpicBody; readonly item: Item } & Pick<Progress, "store" | "tickLock">,
  wish: WorkWish,
): Promise<WorkEnd> {
  const folder = folderOf(home, wish.project);
  const project = epicProject(folder === home.root ? home : findProject(folder));
  const dir = workDir(home, item.fields.dispatch ?? "");
  const branch = `epic/${taskIdOf(body.id)}/${taskIdOf(item.id)}-${item.fields.dispatch}`;
  const plan = join(dir, "plan.yaml");
  makeFolderSync(dir);
  if (!existsSync(plan))
    writeDurably(plan, planText(config, body, item, wish.worker, await findBranch(project, baseOf(body, item))));
  const prepared = await prepareRun(project, {
    ...{ cwd: wish.cwd, now: wish.now(), plan, run: undefined, fresh: false },
    ...{ maxParallel: undefined, autoResume: true, env: wish.env },
  });
  if (!prepared.ok) return failed(`the run could not begin: ${prepared.refusal.what}`);
  const run = prepared.value;
  if (run.type === "finished") return surfaceOf(world, project, { ...wish, item, run: run.run, branch });
  let progress: ReturnType<typeof projectProgress> | null = null;
  const onRecord = (): void => progress?.look();
  const started = await startWork(world, run, { wait: false, onRecord, onNotice: wish.onSentence });
  if (!started.ok) return failed(`the run could not be worked: ${started.refusal.what}`);
  const { state } = started.value;
  const { id: ofItem, fields } = item;
  progress = projectProgress({ ...kept, item: ofItem, dispatch: fields.dispatch ?? "", now: wish.now, state });
  progress.look();
  wish.onStarted(started.value);
  const worked = await started.value.finish();
  await progress.settled();
  if (!worked.ok) return failed(`the run broke off: ${worked.refusal.what}`);
  const { end } = worked.value;
  if (end.state.run.phase !== "ended" && end.type === "stopped")
    return { type: "stopped", exit: "", surface: "", next: [] };
  const [question] = end.state.questions.open.values();
  // What the agent asks is its person's; what the rules would ask a person is Pauli's to react to.
  if (end.state.run.phase !== "ended" && question !== undefined)
    return failed(`${question.text === null ? "" : ASKS}${questionText(question)}`);
  return surfaceOf(world, project, { ...wish, item, run: run.place.id, branch });
}

function failed(reason: string): WorkEnd {
  return { type: "ended", exit: `1 ${reason}`, surface: "", next: [] };
}
