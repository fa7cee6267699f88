/**
 * Deletes refs, each only if it is still what was looked at, in one git for all of them: a run may have hundreds. Where git
 * refuses one, none has gone, and each is tried by itself. What their logs alone lead to is parked first.
 */
import { join } from "node:path";
import { keepWork } from "../keeping/keep-work.ts";
import { commitsInLog, looseCommits } from "../keeping/loose-commits.ts";
import type { BranchThing } from "./clean-facts.ts";
import type { ParkPlace } from "./park-work.ts";

export interface Old {
  readonly ref: string;
  readonly commit: string;
}

/** Ref → why it is still there; null: it is gone. */
export async function removeRefs(
  { git }: ParkPlace["repository"],
  refs: readonly Old[],
): Promise<ReadonlyMap<string, string | null>> {
  if (refs.length === 0) return new Map();
  const input = refs.map(({ ref, commit }) => `delete ${ref} ${commit}\n`).join("");
  if ((await git.run(["update-ref", "--stdin"], { input })).ok) return new Map(refs.map(({ ref }) => [ref, null]));
  const answers = new Map<string, string | null>();
  for (const { ref, commit } of refs) {
    const gone = await git.run(["update-ref", "-d", ref, commit]);
    answers.set(ref, gone.ok ? null : gone.failure.message);
  }
  return answers;
}

/** Commits that were on a branch once and are on no ref now: amended, reset away. Null: all of them are safe. */
export async function keepLogs(place: ParkPlace, branches: readonly BranchThing[]): Promise<string | null> {
  const { git, commonDir } = place.repository;
  const logs = new Map<BranchThing, readonly string[]>();
  for (const branch of branches) logs.set(branch, await commitsInLog(join(commonDir, "logs/refs/heads", branch.name)));
  const all = await looseCommits(git, [...logs.values()].flat());
  if (!all.ok) return all.failure.message;
  const open = new Set(all.tips);
  for (const [branch, ids] of logs) {
    const commits = ids.filter((id) => open.has(id));
    if (commits.length === 0) continue;
    const why = `what was on ${branch.name} once`;
    const going = { task: branch.task ?? branch.name, dir: null, admin: null, files: "none", commits, why } as const;
    const { stateDir, now, run } = place;
    const kept = await keepWork({ git, commonDir, stateDir, now, run: run.id }, going);
    if (!kept.ok) return kept.failure.message;
  }
  return null;
}
