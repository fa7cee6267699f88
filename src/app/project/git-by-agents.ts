/**
 * Whether what steers git was changed by an agent of the newest run, or may have been, and nobody has looked at it since. What begins or talks to a
 * remote by it would adopt it as the person's own. Looks only.
 */
import { existsSync } from "node:fs";
import { changedSinceStart } from "../../effects/git/git-start.ts";
import { ownGitDir } from "../../effects/git/own-git.ts";
import { isTrustedGit } from "../../effects/git/trusted-git.ts";
import type { Event } from "../../engine/event.ts";
import { JournalError } from "../../journal/journal-error.ts";
import { listRuns, type Project } from "./project.ts";
import { recordsOf } from "./records.ts";

export interface GitByAgents {
  readonly run: string;
  /** Settings, files below git's folder, refs. */
  readonly names: readonly string[];
}

export async function gitByAgents(project: Project): Promise<GitByAgents | null> {
  const newest = (await listRuns(project)).findLast(({ dir }) => existsSync(ownGitDir(dir)));
  if (newest === undefined) return null;
  const names = await changedSinceStart(project.root, ownGitDir(newest.dir));
  if (names.length === 0 || !(await mayAgentsHaveSteered(project, newest.id))) return null;
  return (await isTrustedGit(project.root, project.stateDir)) ? null : { run: newest.id, names };
}

const GITS = /(?:^|\/)\.git\/|^~\/\.(?:gitconfig|config\/git)/;

/**
 * Also where agents worked unwatched: with their Reeve killed, nobody saw whether it was one of them. A journal that cannot be read
 * says nothing against anybody.
 */
async function mayAgentsHaveSteered(project: Project, run: string): Promise<boolean> {
  const live = new Set<string>();
  try {
    for await (const { events } of recordsOf(project, run))
      for (const event of events) {
        if (isSteering(event) || (event.type === "run_opened" && live.size > 0)) return true;
        if (event.type === "attempt_up") live.add(event.attempt);
        if (event.type === "attempt_ended") live.delete(event.attempt);
      }
    return live.size > 0 && (await project.runs.holder(run)) === null;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return false;
  }
}

function isSteering(event: Event): boolean {
  return event.type === "violation_seen" && event.violation.paths.some((path) => GITS.test(path));
}
