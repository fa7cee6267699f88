/**
 * Which failures a task inherits from work it builds on: those that the run did not begin with, and that came in with a
 * merge of one of those tasks, as tests do that were written first. What another task left red is not its own.
 */
import { join } from "node:path/posix";
import type { BaseRuns } from "../gates/commands/base-runs.ts";
import type { BroughtBy } from "../gates/commands/run-gates.ts";
import { pathIn } from "../gates/commands/to-turn-green.ts";
import type { Git } from "../git/git.ts";
import { arrivals } from "./merge-history.ts";

export interface BroughtByOptions {
  readonly git: Git;
  readonly baseRuns: BaseRuns;
  /** The commit the run began from. */
  readonly runBase: string;
  /** From the repository's toplevel to the project. */
  readonly prefix: string;
}

export function openBroughtBy({ git, baseRuns, runBase, prefix }: BroughtByOptions): BroughtBy {
  return async ({ check, base, failing, builtOn, signal }) => {
    if (base === runBase) return [];
    const began = await baseRuns.get(check, runBase, signal);
    if (began.type === "unknown" || signal.aborted) return [];
    const known = new Set([...began.run.names, ...began.run.complaints]);
    const since = failing.filter((name) => !known.has(name));
    const range = { from: runBase, to: base };
    const isBuiltOn = (task: string | null) => task !== null && builtOn.includes(task);
    if (since.length === 0 || !(await arrivals(git, range)).some(({ task }) => isBuiltOn(task))) return [];
    const files = new Map<string, boolean>();
    for (const path of new Set(since.map(pathIn))) {
      if (path === null) continue;
      const came = await arrivals(git, range, [join(prefix, path)]);
      // A name that is no file of the repository tells nothing about who made it.
      files.set(path, came.length === 0 || came.some(({ task }) => isBuiltOn(task)));
    }
    return since.filter((name) => files.get(pathIn(name) ?? "") ?? true);
  };
}
