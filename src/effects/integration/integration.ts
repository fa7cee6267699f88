/**
 * The merge queue's one step: merges a verified commit onto the run's integration branch, tries the gates on the merged
 * whole, and only then moves the branch. Who comes next is the engine's decision; one order is performed at a time.
 *
 * Every step leaves nothing behind until the last: the merge is made in git's object store, tried in a worktree of
 * Reeve's own, and the branch moves by compare-and-swap. Killed anywhere, the same order ends in the same state: before
 * the move it is all done again, after it the commit is found on the branch and is not merged a second time.
 *
 * The branch's own gates count, not those that the merged commit brings along: no task weakens what it is measured by.
 * Attributes that steer merging (`.gitattributes`) are those of the user's checkout, as for `git merge`.
 */
import { join } from "node:path";
import { Semaphore } from "../../basics/semaphore.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import type { CheckRunOrder, GateResult, IntegrateOrder, Integration } from "../../domain/proof/gate.ts";
import type { CommandCheck } from "../../domain/spec/plan.ts";
import type { RunBase } from "../../domain/spec/workspace.ts";
import { digestOf } from "../files/sha256.ts";
import type { GatesFound } from "../gates/commands/base-files.ts";
import type { GatesAnswer, RunGatesInput } from "../gates/commands/run-gates.ts";
import type { Git } from "../git/git.ts";
import type { OwnGit } from "../git/own-git.ts";
import type { Repository } from "../git/repository.ts";
import { worktreesDir } from "../workspace/worktree/run-repository.ts";
import { openCandidateWorktree } from "./candidate-worktree.ts";
import { type Head, type IntegrationRefs, openIntegrationRefs } from "./integration-refs.ts";
import { BROKEN_OFF, conflictAnswer, contained, movedOn, type Refusing, redAnswer } from "./merge-answers.ts";
import { mergeMessage } from "./merge-history.ts";
import { type Merged, mergeTrees } from "./merge-tree.ts";
import { ownerOf, tryGates } from "./try-gates.ts";

export type IntegrateAnswer = { readonly type: "integrated"; readonly integration: Integration } | Failed;
type Failed = { readonly type: "failed"; readonly failure: Failure };

export type CheckRunAnswer =
  | { readonly type: "checked"; readonly head: string; readonly gates: readonly GateResult[] }
  | Failed;

export interface Integrator {
  readonly integrate: (order: IntegrateOrder, signal: AbortSignal) => Promise<IntegrateAnswer>;
  /** The gates on the branch as it is; what failed on the run's base already is only warned of. */
  readonly checkIntegrated: (order: Pick<CheckRunOrder, "gates">, signal: AbortSignal) => Promise<CheckRunAnswer>;
}

export interface IntegrationOptions {
  /** Runs in the user's repository; nothing here writes to its checkout or index. */
  readonly git: Git;
  /** Reeve's git folder of the run; absent: there is none. */
  readonly own?: OwnGit | null;
  readonly repository: Pick<Repository, "toplevel" | "commonDir" | "prefix">;
  readonly run: string;
  readonly base: RunBase;
  /** Its real path. */
  readonly stateDir: string;
  /** `base`: where a failing gate is run once more, to tell what was broken before. */
  readonly runGates: (input: RunGatesInput & { readonly base: string }) => Promise<GatesAnswer>;
  /** The gates that the repository names at this commit. */
  readonly findGates: (commit: string) => Promise<GatesFound>;
  /** Makes the worktree usable, given the project's folder in it: the user's setup commands. Null: nothing to do. */
  readonly setup: ((dir: string, signal: AbortSignal) => Promise<Failure | null>) | null;
  /** Values that no report may show. */
  readonly secrets: readonly string[];
  /** Those of the run, where others read them as well. */
  readonly refs?: IntegrationRefs;
}

const TRIES_MAX = 5;

export function openIntegration(options: IntegrationOptions): Integrator {
  const { git, own = null, repository, run, base, stateDir, setup } = options;
  const dir = join(worktreesDir(stateDir, run), "@integration");
  const worktree = openCandidateWorktree({
    git,
    own,
    run,
    repository,
    dir,
    setup: setup && ((place, signal) => setup(join(place, repository.prefix), signal)),
  });
  const { refs = openIntegrationRefs(git, repository.commonDir, run, base.commit) } = options;
  const inside: Inside = { options, refs, worktree, known: null };
  const oneByOne = new Semaphore(1);
  return {
    integrate: (order, signal) => oneByOne.run(() => integrate(inside, order, signal)),
    checkIntegrated: (order, signal) => oneByOne.run(() => check(inside, order, signal)),
  };
}

interface Inside {
  readonly options: IntegrationOptions;
  readonly refs: IntegrationRefs;
  readonly worktree: ReturnType<typeof openCandidateWorktree>;
  /** Where Reeve left the branch; a guess that lets the merge begin before the branch was looked at. */
  known: Head | null;
}

async function integrate(inside: Inside, order: IntegrateOrder, signal: AbortSignal): Promise<IntegrateAnswer> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const answer = await mergeOnce(inside, order, signal);
    if (signal.aborted && (answer === "moved" || answer.type === "failed")) return failed(BROKEN_OFF);
    if (answer !== "moved") return answer;
  }
  return failed(movedOn(TRIES_MAX));
}

async function mergeOnce(
  inside: Inside,
  order: IntegrateOrder,
  signal: AbortSignal,
): Promise<IntegrateAnswer | "moved"> {
  const { options, refs } = inside;
  const { git, run } = options;
  const start = await begin(inside, order, signal);
  if (start.type === "failed") return start;
  const { head, merged, gates } = start;
  const refusing: Refusing = { ...options, prefix: options.repository.prefix, order, onto: head.commit };
  if (merged.type === "failed") return merged;
  if (merged.type === "conflict") return conflictAnswer(refusing, merged);
  // Only then can the commit be on the branch already: merging it changes nothing.
  if (merged.tree === head.tree) {
    const answer = await contained(git, order.commit, head.commit, gates);
    if (answer) return answer;
  }
  const parents = ["-p", head.commit, "-p", order.commit];
  const made = await git.run(["-c", "i18n.commitEncoding=UTF-8", "commit-tree", merged.tree, ...parents], {
    input: mergeMessage({ run, ...order, proof: order.proved ? digestOf(order.proved) : null }),
    signal,
  });
  if (!made.ok) return failed(made.failure);
  const candidate = { commit: made.out.trim(), tree: merged.tree };
  const tried = await tryGates(inside, {
    candidate: candidate.commit,
    onto: head.commit,
    gates,
    ...ownerOf(order),
    signal,
  });
  if (tried.type === "failed") return tried;
  if (tried.type === "red") return redAnswer(refusing, tried.gates);
  // Gates take minutes: enough for a person to check the branch out.
  const still = gates.length > 0 ? await refs.read() : null;
  if (still?.type === "failed") return still;
  if (still?.fixed) return failed(still.fixed);
  const moved = await refs.advance({ from: head, to: candidate, merged: order.commit, why: `merge ${order.task}` });
  inside.known = moved === "done" ? candidate : null;
  if (moved === "moved") return "moved";
  if (moved !== "done") return failed(moved);
  const integration = { type: "merged", ...candidate, onto: head.commit, gates: tried.gates } as const;
  return { type: "integrated", integration };
}

type Begun =
  | { readonly type: "begun"; readonly head: Head; readonly merged: Merged; readonly gates: readonly CommandCheck[] }
  | Failed;

/** Most of the time the branch is where Reeve left it: all three questions are asked at once. */
async function begin(inside: Inside, order: IntegrateOrder, signal: AbortSignal): Promise<Begun> {
  const { git, findGates } = inside.options;
  const { refs, known } = inside;
  const ask = async (ours: string) => {
    const finding = order.gates.length > 0 ? { ok: true as const, gates: order.gates } : findGates(ours);
    const [merged, found] = await Promise.all([mergeTrees(git, { ours, theirs: order.commit }, signal), finding]);
    return { ours, merged, found };
  };
  const [read, guess] = await Promise.all([refs.read(), known && ask(known.commit)]);
  if (read.type === "failed") return read;
  const { head, fixed } = read;
  if (fixed) return failed(fixed);
  inside.known = head;
  const { merged, found } = guess?.ours === head.commit ? guess : await ask(head.commit);
  return found.ok ? { type: "begun", head, merged, gates: found.gates } : failed(found.failure);
}

async function check(
  inside: Inside,
  order: Pick<CheckRunOrder, "gates">,
  signal: AbortSignal,
): Promise<CheckRunAnswer> {
  const { options, refs } = inside;
  const read = await refs.read();
  if (read.type === "failed") return read;
  const head = read.head.commit;
  const found = order.gates.length > 0 ? { ok: true as const, gates: order.gates } : await options.findGates(head);
  if (!found.ok) return failed(found.failure);
  const gates = [...new Map(found.gates.map((gate) => [gate.run, gate])).values()];
  const tried = await tryGates(inside, { candidate: head, onto: options.base.commit, gates, task: null, signal });
  if (tried.type === "failed") return tried;
  return { type: "checked", head, gates: tried.gates };
}

function failed(failure: Failure): Failed {
  return { type: "failed", failure };
}
