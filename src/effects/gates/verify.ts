/**
 * Proves what an agent calls done: commits what it left, then the grounding gates, the quality gates and the
 * commitments. It says what it found; whether the task passes is decided by the engine. All of it can be repeated.
 */
import type { Failure } from "../../domain/proof/failure.ts";
import { type GateResult, hasPassed, NOTHING_CHANGED, type VerifyOrder } from "../../domain/proof/gate.ts";
import type { Git } from "../git/git.ts";
import type { VerifyAnswer } from "../jobs.ts";
import { pathInProject } from "../workspace/changeset/changes.ts";
import type { Workspaces } from "../workspace/workspaces.ts";
import { type CheckClock, REAL_CLOCK } from "./check/check-clock.ts";
import type { Checks } from "./check/run-check.ts";
import { findGatesInFolder, type GatesFound, textAt } from "./commands/base-files.ts";
import type { BaseRuns } from "./commands/base-runs.ts";
import { createRunGates, type GatesAnswer } from "./commands/run-gates.ts";
import { commandResult, gateResult } from "./gate-result.ts";
import { type FinishedWork, runGroundingGates, type SealedWork } from "./grounding/grounding-gates.ts";
import { pathInside } from "./grounding/workspace-file.ts";
import { type PastPart, readHistory } from "./secrets/branch-history.ts";
import type { SecretsScanner } from "./secrets/secrets-scanner.ts";

export interface VerifyOptions {
  readonly checks: Checks;
  /** The project's own folder; real path. */
  readonly root: string;
  /** Null: `isolation: none`, all work in the project's folder. */
  readonly git: VerifyGit | null;
  /** Looks for secrets in what was changed. Null: the project does not want it. */
  readonly scanner: SecretsScanner | null;
  readonly clock?: Pick<CheckClock, "now">;
}

export interface VerifyGit {
  readonly workspaces: Pick<Workspaces, "seal">;
  readonly git: Git;
  /** From the repository's toplevel to the project. */
  readonly prefix: string;
  /** The gates the repository names; asked with the commit the task began from. */
  readonly findGates: (base: string) => Promise<GatesFound>;
  readonly baseRuns: BaseRuns;
}

export function verifyWith(options: VerifyOptions): (order: VerifyOrder, signal: AbortSignal) => Promise<VerifyAnswer> {
  // Without git there is no base to read them from: as they were before any agent of this Reeve worked.
  const ownGates = options.git ? null : findGatesInFolder(options.root);
  return async (order, signal) => {
    options.scanner?.warm();
    const sealed = options.git ? await seal(options.git, order) : null;
    if (sealed?.type === "failed") return sealed;
    if (sealed?.type === "gone") return worktreeGone(sealed.message);
    const work = workOf(options, order, sealed, signal);
    const found = await lookAt(options, work, ownGates, signal);
    if ("failure" in found) return { type: "failed", failure: found.failure };
    if (signal.aborted) return { type: "failed", failure: STOPPED };
    const { commit = null, base = null, changed = NOTHING_CHANGED } = sealed ?? {};
    return { type: "verified", verification: { commit, base, changed, gates: found } };
  };
}

const STOPPED: Failure = {
  class: "crash",
  restart: "transient",
  message: "The gates were stopped before they had finished. Reeve will run them again.",
  evidence: [],
};

/** Its agent did that, so its agent is told; Reeve itself has no trouble. */
function worktreeGone(message: string): VerifyAnswer {
  const gates = [gateResult("diff", "failed", message)];
  return { type: "verified", verification: { commit: null, base: null, changed: NOTHING_CHANGED, gates } };
}

async function seal({ workspaces }: VerifyGit, { attempt, task, spec }: VerifyOrder) {
  return await workspaces.seal({ attempt, task, title: spec.title });
}

/** Grounding stops at its first failure, and then nothing else is worth running; the rest is looked at as a whole. */
async function lookAt(
  options: VerifyOptions,
  work: FinishedWork,
  ownGates: Promise<GatesFound> | null,
  signal: AbortSignal,
): Promise<GatesAnswer> {
  const grounded = await runGroundingGates(work, options.clock ?? REAL_CLOCK, signal);
  if ("failure" in grounded || !hasPassed(grounded) || signal.aborted) return grounded;
  const quality = await runQuality(options, work, ownGates, signal);
  if ("failure" in quality || signal.aborted) return quality;
  const kept = await runCommitments(work, signal);
  return "failure" in kept ? kept : [...grounded, ...quality, ...kept];
}

async function runQuality(
  { checks, git }: VerifyOptions,
  { order, dir, sealed }: FinishedWork,
  ownGates: Promise<GatesFound> | null,
  signal: AbortSignal,
): Promise<GatesAnswer> {
  const { spec, task } = order;
  const base = sealed?.base ?? null;
  const found = await gatesFor(spec.gates, () => (git && base ? git.findGates(base) : ownGates));
  if (!found.ok) return found;
  if (found.gates.length === 0) {
    const message = "Neither the plan nor a section Quality Gates of AGENTS.md or CLAUDE.md names a command.";
    return [gateResult("quality", "skipped", message)];
  }
  const runGates = createRunGates({ checks, baseRuns: git?.baseRuns ?? null });
  return await runGates({ dir, gates: found.gates, task, base, signal });
}

async function gatesFor(
  planned: VerifyOrder["spec"]["gates"],
  find: () => Promise<GatesFound> | null,
): Promise<GatesFound> {
  if (planned.length > 0) return { ok: true, gates: planned };
  return (await find()) ?? { ok: true, gates: [] };
}

/** All of them, whatever the first says: an agent is told the whole gap at once. */
async function runCommitments({ order, run }: FinishedWork, signal: AbortSignal): Promise<GatesAnswer> {
  const results: GateResult[] = [];
  for (const check of order.spec.commitments) {
    const ended = await run(check);
    if (ended.failure) return { failure: ended.failure };
    if (signal.aborted) break;
    results.push(commandResult("commitment", check, ended));
  }
  return results;
}

function workOf(
  options: VerifyOptions,
  order: VerifyOrder,
  sealed: SealedWork | null,
  signal: AbortSignal,
): FinishedWork {
  const { checks, root, scanner, git } = options;
  const dir = sealed?.dir ?? root;
  return {
    order,
    dir,
    sealed,
    paths: sealed?.paths ?? namedIn(root, order),
    baseText: async (path) => {
      if (!git || !sealed) return undefined;
      const found = await textAt(git.git, root, sealed.base, path);
      return found.ok ? found.text : undefined;
    },
    history: () =>
      git && sealed ? readHistory({ ...sealed, git: git.git, toProject: pathInProject(git.prefix) }) : NO_PAST,
    run: (check, more = {}) => checks.run(check, { cwd: dir, task: order.task, signal, ...more }),
    scan: scanner && ((wanted) => scanner.scan(wanted, signal)),
  };
}

const NO_PAST: AsyncIterable<PastPart> = { async *[Symbol.asyncIterator]() {} };

/** Without git only the agent knows what it changed. */
function namedIn(root: string, { result }: VerifyOrder): readonly string[] {
  const named = [...result.files_created, ...result.files_modified].map((path) => pathInside(root, path));
  return [...new Set(named.filter((path) => path !== undefined && path !== ""))] as string[];
}
