/**
 * Work of agents that is in no integrated commit, by task: all there is, or one piece of it brought back as a branch or into a
 * folder. Nothing here changes what is there, and what is brought back also stays where it lies.
 */
import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { Recoverable, RecoverTo } from "../../domain/delivery/recoverable.ts";
import { taskBranch } from "../../domain/spec/workspace.ts";
import { giverText } from "../../domain/work/giver.ts";
import { openRecoverable } from "../../effects/keeping/recoverable-work.ts";
import { JournalError } from "../../journal/journal-error.ts";
import { runFold } from "../../runtime/run/run-fold.ts";
import { giverHere } from "../person/giver.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";

/** Newest first; `run`: only of this one. */
export async function listRecoverable(project: Project, run?: string): Promise<Reply<readonly Recoverable[]>> {
  const listed = await openRecoverable(project.root, project.stateDir).list(await tasksByBranch(project));
  if (!listed.ok) return refused({ what: "not_recovered", message: listed.message });
  return granted(listed.value.filter((work) => run === undefined || work.run === run));
}

export interface RecoverWish {
  /** A task, or what the list calls a piece of work; a part of a name will do while it means one task only. */
  readonly name: string;
  readonly run?: string;
  /** A folder (`./…`, `/…`, `~/…`, or one that is there) or a branch; absent: a branch of Reeve's naming. */
  readonly to?: string;
}

export interface Recovered {
  readonly work: Recoverable;
  readonly to: RecoverTo;
  /** Other work of the same task, not brought back. */
  readonly others: readonly Recoverable[];
}

/** Of several pieces of a task the newest. */
export async function recover(project: Project, cwd: string, wish: RecoverWish): Promise<Reply<Recovered>> {
  const listed = await listRecoverable(project, wish.run);
  if (!listed.ok) return listed;
  const fits = matching(listed.value, wish.name);
  const [work, ...others] = fits;
  if (!work) {
    const known = [...new Set(listed.value.map(({ task }) => task))];
    return refused({ what: "nothing_to_recover", name: wish.name, known });
  }
  const tasks = new Set(fits.map(({ run, task }) => `${run}/${task}`));
  if (tasks.size > 1)
    return refused({ what: "ambiguous_recovery", name: wish.name, fits: fits.map(({ name }) => name) });
  const to = placeOf(cwd, wish.to) ?? { branch: await freeBranch(work) };
  const brought = await openRecoverable(project.root, project.stateDir).bring(
    work,
    to,
    giverText(giverHere("reeve recover")),
  );
  if (!brought.ok) return refused({ what: "not_recovered", message: `${brought.message}.` });
  return granted({ work, to: brought.value, others });
}

/** The whole name wins, then a task's, then whole parts of a name. */
function matching(works: readonly Recoverable[], given: string): readonly Recoverable[] {
  const name = given.replace(/^refs\/reeve\/parked\//, "").replace(/\/+$/, "");
  const exact = works.filter((work) => work.name === name);
  if (exact.length > 0) return exact;
  const ofTask = works.filter(({ run, task }) => task === name || `${run}/${task}` === name);
  if (ofTask.length > 0 || name === "") return ofTask;
  return works.filter((work) => `/${work.name}/`.includes(`/${name}/`));
}

function placeOf(cwd: string, to: string | undefined): RecoverTo | null {
  if (to === undefined) return null;
  const path = resolve(cwd, to.replace(/^~(?=\/|$)/, homedir()));
  const isFolder = /^(\.{0,2}\/|~(\/|$)|\.{1,2}$)/.test(to) || (existsSync(path) && statSync(path).isDirectory());
  return isFolder ? { dir: path } : { branch: to };
}

async function freeBranch({ kind, run, task, name, commit }: Recoverable): Promise<string> {
  const number = kind === "parked" ? name.slice(name.lastIndexOf("/") + 1) : kind;
  const unlike = kind === "worktree" ? Date.now().toString(36) : (commit ?? "").slice(0, 8);
  return `reeve/restored/${run}/${task}-${number}${kind === "parked" ? "" : `-${unlike}`}`;
}

/** From the journals that can be read. */
async function tasksByBranch(project: Project): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const run of await project.runs.list())
    try {
      const { state } = await project.runs.state(run, runFold);
      for (const { id, spec } of state.tasks.values()) found.set(taskBranch(run, id, spec.title), id);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
    }
  return found;
}
