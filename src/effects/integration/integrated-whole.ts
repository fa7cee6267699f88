/**
 * Whether git can still read what a run has merged. Objects that were pruned or lost are work that is gone: no attempt could build on it
 * and no answer would bring it back, so that is said once, before anything starts. Looks only.
 */
import type { Git } from "../git/git.ts";
import { lostOf } from "../git/objects/lost-objects.ts";

export interface Integrated {
  readonly run: string;
  readonly base: string;
  /** What the journal says is integrated. */
  readonly head: string;
}

/** The sentence for people; null: all of it is there. */
export async function lostIntegrated(git: Git, { run, base, head }: Integrated): Promise<string | null> {
  const lost = head === base ? null : await lostOf(git, head, base);
  if (lost === null) return null;
  return `Merged work of ${run} is gone from this repository: git cannot read all of ${head.slice(0, 8)}, the commit of reeve/${run}/integration (${lost}). Bring the objects back, from a clone, a backup or where the branch was pushed (\`git fetch\`), then \`reeve run\`; nothing was changed. Or work the plan again from its start: \`reeve run --new\` with the plan.`;
}
