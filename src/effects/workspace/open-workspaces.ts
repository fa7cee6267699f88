/**
 * The workspaces of a run as git worktrees, put together: what is done for one task is done one after the other, tasks
 * are served side by side. What the file system does wrong becomes a failure here.
 */
import { existsSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Semaphore } from "../../basics/semaphore.ts";
import { BugError } from "../../domain/bug.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import type { OwnParts } from "../../domain/proof/own-parts.ts";
import type { CommandCheck, TaskId } from "../../domain/spec/plan.ts";
import { integrationAlias, integrationBranch, type RunBase } from "../../domain/spec/workspace.ts";
import { makeFolderSync } from "../files/make-folder.ts";
import { operatingFailure } from "../files/operating-failure.ts";
import { openGit } from "../git/git.ts";
import type { OwnGit } from "../git/own-git.ts";
import type { Repository } from "../git/repository.ts";
import { type DiskUse, diskUse } from "../hygiene/disk-use.ts";
import { type IntegrationRefs, openIntegrationRefs } from "../integration/integration-refs.ts";
import { setAside } from "../keeping/set-aside.ts";
import { fileName } from "../processes/attempt-folder.ts";
import { changedPathsOf } from "./changeset/changed-paths.ts";
import { pathInProject } from "./changeset/changes.ts";
import { seal } from "./changeset/seal.ts";
import { stampOf } from "./changeset/stamp.ts";
import { type Preparation, prepare, type RunSetup } from "./prepare.ts";
import { discardReading, isReading, prepareReading, readingDir } from "./reading-places.ts";
import { recover } from "./recover.ts";
import { watchOutside } from "./violations/outside-writes.ts";
import { watchShared } from "./violations/shared-writes.ts";
import type { Workspaces } from "./workspaces.ts";
import { leaveWorktree, listMerged, noteMerged } from "./worktree/leave-worktree.ts";
import { placeOf, type RunRepository, worktreesDir } from "./worktree/run-repository.ts";

export interface WorkspacesOptions {
  readonly repository: Repository;
  /** Reeve's git folder of the run; absent or null: git goes by what the repository has configured. */
  readonly own?: OwnGit | null;
  readonly stateDir: string;
  /** Files of the checkout that Reeve writes parts of: such a change is no sign of anybody. */
  readonly parts?: OwnParts;
  readonly run: string;
  readonly base: RunBase;
  readonly setup: readonly CommandCheck[];
  /** Worktrees made at once. */
  readonly parallel: number;
  readonly runSetup: RunSetup;
  /** Carried by every git of this run, so that one that outlives its Reeve is found. */
  readonly marker: string;
  /** Ends setup commands that are under way. */
  readonly signal?: AbortSignal;
  /** Ends whatever git still does. */
  readonly ended?: AbortSignal;
  /** Those of the run, where others move them as well. */
  readonly refs?: IntegrationRefs;
}

export function openWorkspaces(options: WorkspacesOptions): Workspaces {
  const { repository, run, base, marker, setup, runSetup, own = null } = options;
  const stateDir = realPath(options.stateDir);
  const git = openGit(repository.toplevel, { marker, own, ...(options.ended && { ended: options.ended }) });
  const repo: RunRepository = {
    ...{ repository, git, own, run, base },
    worktrees: worktreesDir(stateDir, run),
    integration: options.refs ?? openIntegrationRefs(git, repository.commonDir, run, base.commit),
    mended: [],
    toProject: pathInProject(repository.prefix),
  };
  const signal = options.signal ?? new AbortController().signal;
  const preparation: Preparation = { repo, setup, runSetup, signal, making: new Semaphore(options.parallel) };
  const outside = watchOutside(repository, git, stateDir, options.parts);
  const shared = watchShared(repository, git, stateDir);
  const oneByOne = new Map<string, Semaphore>(); // by the name of the folder
  const inTurn = <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const turns = oneByOne.get(name) ?? new Semaphore(1);
    oneByOne.set(name, turns);
    return turns.run(work);
  };
  const going = leaveInTurn(repo, inTurn);
  let named: Promise<Failure | null> | null = null;
  return {
    recover: async () => {
      const problem = await recover(repo, marker).catch((error: unknown) => operatingFailure(error, repo.worktrees));
      if (!problem) for (const dir of await listMerged(repo)) void going.leave(dir);
      return problem;
    },
    leave: async (task, title) => {
      const place = placeOf(repo, task, title);
      // In turn: a note that came after the task was prepared for its next attempt would take that attempt's worktree away.
      await inTurn(fileName(task), () => noteMerged(repo, place)).catch((error: unknown) =>
        operatingFailure(error, place.dir),
      );
      void going.leave(place.dir);
    },
    stamp: (task, title) => stampOf(repo, task, title).catch(() => null),
    changedPaths: (task, title, base) => changedPathsOf(repo, task, title, base).catch(() => null),
    close: () => going.close(),
    dirOf: (task, title) =>
      join(isReading(task) ? readingDir(repo, task) : placeOf(repo, task, title).dir, repository.prefix),
    prepareReading: (task, commit) =>
      inTurn(task, () => prepareReading(repo, task, commit, signal)).catch((error: unknown) => ({
        type: "failed",
        failure: operatingFailure(error, repo.worktrees),
      })),
    discardReading: (task) => inTurn(task, () => discardReading(repo, task)).catch(() => []),
    prepare: (order) =>
      inTurn(fileName(order.task), async () => {
        const prepared = await prepare(preparation, order);
        if (prepared.type === "failed") return prepared;
        named ??= nameIntegration(repo);
        const failure = await named;
        if (failure) named = null;
        return failure ? { type: "failed" as const, failure } : prepared;
      }).catch((error: unknown) => ({ type: "failed", failure: operatingFailure(error, repo.worktrees) })),
    seal: (order) =>
      inTurn(fileName(order.task), () => seal(repo, order)).catch((error: unknown) => ({
        type: "failed",
        failure: operatingFailure(error, repo.worktrees),
      })),
    outsideWrites: async () => {
      const written = (await Promise.all([shared(), outside()])).flat();
      return [...repo.mended.splice(0), ...written].slice(0, OUTSIDE_MAX);
    },
    integrationMoves: async () => {
      await repo.integration.readHead();
      return repo.integration.takeMoves();
    },
  };
}

const OUTSIDE_MAX = 50;
const LEAVING_AT_ONCE = 2;

/** Beside the work, never beside what is done for the same task. What cannot go stays: that is no trouble of the run. */
function leaveInTurn(repo: RunRepository, inTurn: <T>(name: string, work: () => Promise<T>) => Promise<T>) {
  const turns = new Semaphore(LEAVING_AT_ONCE);
  const going = new Set<Promise<void>>();
  const leave = async (dir: string): Promise<void> => {
    const work = turns
      .run(() => inTurn(basename(dir), () => leaveWorktree(repo, dir)))
      .then(
        () => {},
        (error: unknown) => void operatingFailure(error, dir),
      )
      .finally(() => going.delete(work));
    going.add(work);
    await work;
  };
  return { leave, close: async () => void (await Promise.all(going)) };
}

/** Isolation none: all attempts work in the project's own folder, and nothing is known about what they change. */
export function plainWorkspaces(projectRoot: string, runDir: string = join(projectRoot, ".reeve")): Workspaces {
  // Without git an advisor stands in an empty folder: what it has to know it is told.
  const readingAt = (task: TaskId) => join(runDir, "reading", task);
  return {
    recover: async () => null,
    dirOf: (task) => (isReading(task) ? readingAt(task) : projectRoot),
    prepareReading: async (task) => {
      const dir = readingAt(task);
      makeFolderSync(dir);
      return { type: "ready", dir, workspace: null, parked: null };
    },
    discardReading: async (task) => {
      const written = existsSync(readingAt(task)) ? readdirSync(readingAt(task)) : [];
      if (written.length > 0) await setAside(readingAt(task), dirname(dirname(runDir)), basename(runDir), task);
      rmSync(readingAt(task), { recursive: true, force: true });
      return written;
    },
    prepare: async () => ({ type: "ready", dir: projectRoot, workspace: null, parked: null }),
    seal: async () => {
      throw new BugError("without git there is nothing to seal");
    },
    leave: async () => {},
    stamp: async () => null,
    changedPaths: async () => null,
    close: async () => {},
    outsideWrites: async () => [],
    integrationMoves: async () => [],
  };
}

/** What all worktrees of a run take on disk, for reports; of very many files only some are counted. */
export function worktreesUse(stateDir: string, run: string, entriesMax: number): Promise<DiskUse> {
  return diskUse(worktreesDir(stateDir, run), entriesMax);
}

/** `git log reeve/<run>` finds the branch by it; a kill may have come between the branch and its short name. */
async function nameIntegration({ git, run }: RunRepository): Promise<Failure | null> {
  const target = `refs/heads/${integrationBranch(run)}`;
  const now = await git.run(["symbolic-ref", "--quiet", integrationAlias(run)], { okCodes: [1, 128] });
  if (now.ok && now.out.trim() === target) return null;
  const set = await git.run(["symbolic-ref", integrationAlias(run), target]);
  return set.ok ? null : set.failure;
}

/** Git writes real paths into its entries; where it cannot be made yet, the failure comes when it is needed. */
function realPath(stateDir: string): string {
  try {
    makeFolderSync(stateDir, 0o700);
    return realpathSync(stateDir);
  } catch {
    return stateDir;
  }
}
