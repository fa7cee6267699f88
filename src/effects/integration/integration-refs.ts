/**
 * The refs of a run's integration: the branch, its short name, and a second ref that only Reeve moves and that says what
 * was integrated. The branch follows that ref and nothing else: wherever somebody else has moved it, it is set back, and
 * what it held is put aside first (`displaced.ts`). So only what was merged and tried is ever on it.
 *
 * Both move in one call, the second ref first: killed between the two, the branch is one merge behind and is brought
 * forward. A branch that is checked out anywhere is not moved: its checkout would seem to undo what was merged.
 *
 * Whoever can move the branch can move that second ref as well; so it is itself held against what the journal says
 * (`expected-head.ts`), and set back where it is not there.
 */

import { Semaphore } from "../../basics/semaphore.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import { integrationBranch } from "../../domain/spec/workspace.ts";
import type { Git } from "../git/git.ts";
import { checkedOutIn } from "../workspace/worktree/run-repository.ts";
import { type ExpectedHead, type Journaled, openExpectedHead } from "./expected-head.ts";
import { openKnownHead } from "./known-head.ts";
import { create, restoreRecord, setBack } from "./mend-refs.ts";
import { checkedOut, recordGone, unsteady } from "./refs-trouble.ts";

export interface Head {
  readonly commit: string;
  readonly tree: string;
}

type HeadRead =
  | {
      readonly type: "head";
      /** What was integrated; the branch is there, unless it must not be moved now. */
      readonly head: Head;
      /** Why the branch must not be moved now; null: it may. */
      readonly fixed: Failure | null;
    }
  | Failed;

export interface IntegrationRefs {
  /** What is integrated; the run's base where nothing was yet. The branch is made or set back to it. */
  readonly read: () => Promise<HeadRead>;
  /** The same for whoever will not move the branch; most of the time without a git. */
  readonly readHead: () => Promise<{ readonly type: "head"; readonly head: Head } | Failed>;
  /** Moves the branch if it still is at `from`. moved: somebody else was there first. */
  readonly advance: (move: Move) => Promise<"done" | "moved" | Failure>;
  /** Certain without asking that the head last read has this commit in its history; false: nobody has looked. */
  readonly holds: (commit: string) => boolean;
  /** What was said about moves of somebody else since this was last asked. */
  readonly takeMoves: () => readonly string[];
}

export interface Move {
  readonly from: Head;
  /** A merge of `from` and `merged`. */
  readonly to: Head;
  readonly merged: string;
  readonly why: string;
}

/** Says what was integrated; moved together with the branch, and by nobody else. */
export function integratedRef(run: string): string {
  return `refs/reeve/integrated/${run}`;
}

/** `commonDir` is git's own folder of the repository. */
export function openIntegrationRefs(
  git: Git,
  commonDir: string,
  run: string,
  base: string,
  journaled: Journaled | null = null,
): IntegrationRefs {
  const expected = openExpectedHead(journaled);
  const branch = `refs/heads/${integrationBranch(run)}`;
  const names: Names = { run, base, commonDir, branch, kept: integratedRef(run) };
  const known = openKnownHead(commonDir, [names.kept, names.branch]);
  // What moves refs, one after the other: a move of our own that is half done is no move of somebody else.
  const oneByOne = new Semaphore(1);
  let moves: string[] = [];
  const read = async (): Promise<HeadRead> => {
    const seen = await look(git, names);
    if (seen.type === "failed") return seen;
    const tell = (sentence: string) => void moves.push(sentence);
    const done = isInStep(seen, expected)
      ? headOf(names, seen)
      : await oneByOne.run(() => bringInStep(git, { names, expected, tell }));
    if (done.type === "head") known.saw(done.head);
    return done;
  };
  const readHead = async () => {
    const head = await known.confirm();
    return head ? { type: "head" as const, head } : read();
  };
  const advance = ({ from, to, merged, why }: Move): Promise<"done" | "moved" | Failure> =>
    oneByOne.run(async () => {
      await expected.moving(from.commit, to.commit);
      const input = [names.kept, names.branch].map((ref) => `update ${ref} ${to.commit} ${from.commit}\n`).join("");
      const done = await git.run(["update-ref", "--create-reflog", "-m", `reeve: ${why}`, "--stdin"], { input });
      if (done.ok) {
        known.moved(from, to, merged);
        expected.moved(to.commit);
        return "done";
      }
      const seen = await look(git, names);
      const isThere = seen.type === "failed" || [seen.head, seen.kept].every((head) => head?.commit === from.commit);
      return isThere ? done.failure : "moved";
    });
  const takeMoves = () => {
    const taken = moves;
    moves = [];
    return taken;
  };
  return { read, readHead, advance, holds: known.holds, takeMoves };
}

export interface Names {
  readonly run: string;
  readonly base: string;
  readonly commonDir: string;
  readonly branch: string;
  readonly kept: string;
}

interface Seen {
  readonly type: "seen";
  readonly head: Head | null;
  readonly kept: Head | null;
  /** The worktree that has the branch checked out; empty where none has. */
  readonly checkedOutAt: string;
}

type InStep = Seen & { readonly kept: Head };
type Failed = { readonly type: "failed"; readonly failure: Failure };

const LOOKS_MAX = 3;
const FORMAT = "%(refname)%00%(objectname)%00%(tree)%00";

async function look(git: Git, { branch, kept, commonDir }: Names): Promise<Seen | Failed> {
  const args = ["for-each-ref", `--format=${FORMAT}`, branch, kept];
  let done = await git.run(args);
  // Git dies over a worktree that is being added at the same moment; the next time it is there.
  for (let tries = 1; !done.ok && tries < LOOKS_MAX; tries += 1) done = await git.run(args);
  if (!done.ok) return { type: "failed", failure: done.failure };
  const fields = done.out.split("\0");
  const valuesOf = (name: string): readonly string[] => {
    const at = fields.findIndex((field) => field.trim() === name);
    return at < 0 ? [] : fields.slice(at + 1, at + 3);
  };
  const head = ([commit, tree]: readonly string[]) => (commit && tree ? { commit, tree } : null);
  const checkedOutAt = (await checkedOutIn(commonDir, branch)) ?? "";
  return { type: "seen", head: head(valuesOf(branch)), kept: head(valuesOf(kept)), checkedOutAt };
}

function isInStep(seen: Seen, expected: ExpectedHead): seen is InStep {
  const { kept, head } = seen;
  return kept !== null && head?.commit === kept.commit && isExpected(kept, expected);
}

function isExpected(kept: Head, expected: ExpectedHead): boolean {
  return (expected.given(kept.commit) ?? kept.commit) === kept.commit;
}

function headOf(names: Names, { kept, checkedOutAt }: InStep): HeadRead {
  return { type: "head", head: kept, fixed: checkedOutAt === "" ? null : checkedOut(names, checkedOutAt) };
}

interface Bringing {
  readonly names: Names;
  readonly expected: ExpectedHead;
  readonly tell: (sentence: string) => void;
}

/** Makes the branch be where it has to be. Two Reeves may do this at once: whoever comes second finds it done. */
async function bringInStep(git: Git, { names, expected, tell }: Bringing): Promise<HeadRead> {
  let failure: Failure | null = null;
  for (let tries = 0; tries < LOOKS_MAX; tries += 1) {
    const seen = await look(git, names);
    if (seen.type === "failed") return seen;
    if (isInStep(seen, expected)) return headOf(names, seen);
    const { head, kept, checkedOutAt } = seen;
    const wanted = expected.given(kept?.commit ?? null);
    if (wanted !== null && kept?.commit !== wanted && !(kept === null && wanted === names.base)) {
      failure = await restoreRecord(git, names, { from: kept, to: wanted }, tell);
    } else if (kept === null) {
      if (head && head.commit !== names.base) return { type: "failed", failure: recordGone(names, head.commit) };
      failure = await create(git, names, head);
    } else if (checkedOutAt !== "") {
      return headOf(names, { ...seen, kept });
    } else {
      failure = await setBack(git, names, { from: head, to: kept }, tell);
    }
  }
  return { type: "failed", failure: failure ?? unsteady(names) };
}
