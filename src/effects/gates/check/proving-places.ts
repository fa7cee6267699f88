/**
 * Where commands prove a commit: checkouts of Reeve's own, made from that commit and nothing else, kept from one to the
 * next so that only differences are written and what the setup installed stays. Each serves one asker at a time, the
 * first that is free before the others, so that few are ever made. A setup that fails is the commit's fault only if it
 * succeeds without it.
 */
import { join } from "node:path";
import { BugError } from "../../../domain/bug.ts";
import type { Failure } from "../../../domain/proof/failure.ts";
import type { GateResult } from "../../../domain/proof/gate.ts";
import type { CandidateWorktree } from "../../integration/candidate-worktree.ts";
import { gateResult } from "../gate-result.ts";

export interface ProvingPlaces {
  /** One that is nobody's until it is given back; nothing is checked out before it is needed. */
  readonly take: (wish: ProvingWish) => ProvingPlace;
}

export interface ProvingWish {
  readonly commit: string;
  /** What it began from. */
  readonly base: string;
  readonly signal: AbortSignal;
}

export interface ProvingPlace {
  /** The project's folder in a checkout of the commit, set up. Asked twice, the same. */
  readonly ready: () => Promise<Proving>;
  /** Before each command: what the one before made of the commit's files is undone. It is ready. */
  readonly restore: () => Promise<Failure | null>;
  /** Null: nobody has asked for it. */
  readonly made: () => Promise<Proving | null>;
  readonly giveBack: () => void;
}

export type Proving =
  | { readonly type: "ready"; readonly dir: string }
  /** What the commit changed keeps it from being set up. */
  | { readonly type: "red"; readonly gate: GateResult }
  | { readonly type: "failed"; readonly failure: Failure };

export interface ProvingOptions {
  /** By the name of its folder. */
  readonly open: (name: string) => CandidateWorktree;
  /** So many tasks are verified at once. */
  readonly atOnce: number;
  /** From the toplevel to the project. */
  readonly prefix: string;
}

export function openProvingPlaces({ open, atOnce, prefix }: ProvingOptions): ProvingPlaces {
  const worktrees = Array.from({ length: atOnce }, (_, at) => open(`@proof-${at + 1}`));
  const free = new Set(worktrees);
  const claim = (): CandidateWorktree => {
    const first = worktrees.find((each) => free.delete(each));
    if (!first) throw new BugError("more tasks are verified at once than there are places for it");
    return first;
  };
  return {
    take: (wish) => {
      let worktree: CandidateWorktree | null = null;
      let making: Promise<Proving> | null = null;
      return {
        ready: () => {
          worktree ??= claim();
          making ??= make(worktree, prefix, wish);
          return making;
        },
        restore: async () => (worktree ? worktree.restore(wish.commit, wish.signal) : null),
        made: async () => making,
        giveBack: () => {
          if (worktree) free.add(worktree);
          worktree = null;
        },
      };
    },
  };
}

async function make(worktree: CandidateWorktree, prefix: string, wish: ProvingWish): Promise<Proving> {
  const { commit, base, signal } = wish;
  const made = await worktree.checkOut(commit, signal);
  if (made.type === "ready") return { type: "ready", dir: join(worktree.dir, prefix) };
  const { failure } = made;
  if (made.type === "failed" || signal.aborted || failure.restart === "transient") return { type: "failed", failure };
  const without = await worktree.checkOut(base, signal);
  if (without.type !== "ready" || signal.aborted) return { type: "failed", failure };
  return { type: "red", gate: gateResult("setup", "failed", failure.message, { evidence: failure.evidence }) };
}
