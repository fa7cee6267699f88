/**
 * Proves what an agent calls done: commits what it left, then the grounding gates, the quality gates and the
 * commitments. All of them look at that commit: in git's objects, or in a checkout of Reeve's own made from it. What lies
 * in the agent's folder proves nothing. It says what it found; whether the task passes is decided by the engine. All of
 * it can be repeated.
 */
import type { Failure } from "../../domain/proof/failure.ts";
import { type GateResult, hasPassed, NOTHING_CHANGED, type VerifyOrder } from "../../domain/proof/gate.ts";
import type { OwnParts } from "../../domain/proof/own-parts.ts";
import type { Git } from "../git/git.ts";
import { treeOf } from "../git/tree-of.ts";
import type { VerifyAnswer } from "../jobs.ts";
import type { Workspaces } from "../workspace/workspaces.ts";
import { type CheckClock, REAL_CLOCK } from "./check/check-clock.ts";
import type { Proving, ProvingPlace, ProvingPlaces } from "./check/proving-places.ts";
import type { Checks } from "./check/run-check.ts";
import { findGatesInFolder, type GatesFound } from "./commands/base-files.ts";
import type { BaseRuns } from "./commands/base-runs.ts";
import { type BroughtBy, createRunGates, type GatesAnswer } from "./commands/run-gates.ts";
import { commandResult, gateResult } from "./gate-result.ts";
import { type FinishedWork, runGroundingGates, type SealedWork } from "./grounding/grounding-gates.ts";
import type { SecretsScanner } from "./secrets/secrets-scanner.ts";
import { failureOf, workOf } from "./work-of.ts";

export interface VerifyOptions {
  readonly checks: Checks;
  /** The project's own folder; real path. */
  readonly root: string;
  /** Null: `isolation: none`, all work in the project's folder. */
  readonly git: VerifyGit | null;
  /** Looks for secrets in what was changed. Null: the project does not want it. */
  readonly scanner: SecretsScanner | null;
  /** Files that Reeve writes parts of. */
  readonly own?: OwnParts;
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
  readonly broughtBy?: BroughtBy;
  /** Where commands run. */
  readonly places: ProvingPlaces;
}

export function verifyWith(options: VerifyOptions): (order: VerifyOrder, signal: AbortSignal) => Promise<VerifyAnswer> {
  // Without git there is no base to read them from: as they were before any agent of this Reeve worked.
  const ownGates = options.git ? null : findGatesInFolder(options.root);
  return async (order, signal) => {
    options.scanner?.warm();
    const sealed = options.git ? await seal(options.git, order) : null;
    if (sealed?.type === "failed") return sealed;
    if (sealed?.type === "gone") return worktreeGone(sealed.message);
    const place = placeOf(options, sealed, signal);
    try {
      const work = workOf(options, order, { sealed, place }, signal);
      const looked = await lookAt(options, work, { ownGates, place }, signal);
      const found = "failure" in looked ? (notSetUp(await place.made()) ?? looked) : looked;
      if ("failure" in found) return { type: "failed", failure: found.failure };
      if (signal.aborted) return { type: "failed", failure: STOPPED };
      const { commit = null, base = null, changed = NOTHING_CHANGED } = sealed ?? {};
      const tree = options.git && commit ? await treeOf(options.git.git, commit) : null;
      return { type: "verified", verification: { commit, base, ...(tree && { tree }), changed, gates: found } };
    } finally {
      place.giveBack();
    }
  };
}

/** Without git it is the project's own folder. */
function placeOf({ git, root }: VerifyOptions, sealed: SealedWork | null, signal: AbortSignal): ProvingPlace {
  if (git && sealed) return git.places.take({ commit: sealed.commit, base: sealed.base, signal });
  const there = { type: "ready", dir: root } as const;
  return { ready: async () => there, restore: async () => null, made: async () => there, giveBack: () => {} };
}

/** Then that is all there is to tell: no command could run. */
function notSetUp(proving: Proving | null): readonly GateResult[] | null {
  return proving?.type === "red" ? [proving.gate] : null;
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
  where: Where,
  signal: AbortSignal,
): Promise<GatesAnswer> {
  const grounded = await runGroundingGates(work, options.clock ?? REAL_CLOCK, signal);
  if ("failure" in grounded || !hasPassed(grounded) || signal.aborted) return grounded;
  const quality = await runQuality(options, work, where, signal);
  if ("failure" in quality || signal.aborted) return quality;
  const kept = await runCommitments(work, signal);
  return "failure" in kept ? kept : [...grounded, ...quality, ...kept];
}

interface Where {
  readonly ownGates: Promise<GatesFound> | null;
  readonly place: ProvingPlace;
}

async function runQuality(
  { checks, git }: VerifyOptions,
  { order, sealed }: FinishedWork,
  { ownGates, place }: Where,
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
  const proving = await place.ready();
  if (proving.type !== "ready") return { failure: failureOf(proving) };
  const { baseRuns = null, broughtBy } = git ?? {};
  const runGates = createRunGates({ checks, baseRuns, ...(broughtBy && { broughtBy }) });
  const of = { spec, builtOn: order.builtOn };
  return await runGates({ dir: proving.dir, gates: found.gates, task, base, of, signal, restore: place.restore });
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
