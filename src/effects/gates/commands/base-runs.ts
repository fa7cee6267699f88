/**
 * How a command ends on the commit the work began from, to tell what was broken before. Each command runs there once per
 * commit, in a worktree of Reeve's own that no agent works in; what came of it is kept in memory and beside the worktree.
 */
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { Semaphore } from "../../../basics/semaphore.ts";
import type { CommandCheck } from "../../../domain/spec/plan.ts";
import { readText } from "../../files/foreign-file.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { isOperating } from "../../files/operating-error.ts";
import { writeWhole } from "../../files/write-whole.ts";
import type { CandidateWorktree } from "../../integration/candidate-worktree.ts";
import type { Checks } from "../check/run-check.ts";
import { type BaseRun, summarize } from "./same-failure.ts";

export interface BaseRuns {
  readonly get: (check: CommandCheck, commit: string, signal: AbortSignal) => Promise<BaseAnswer>;
}

export type BaseAnswer =
  | { readonly type: "ran"; readonly run: BaseRun }
  /** It could not be found out; the reason is the rest of a sentence. */
  | { readonly type: "unknown"; readonly reason: string };

export interface BaseRunsOptions {
  readonly checks: Checks;
  /** A worktree for this alone, `@base-1` of the run; it sets itself up. */
  readonly worktree: CandidateWorktree;
  /** From the worktree's toplevel to the project. */
  readonly prefix: string;
}

const KEPT_MAX = 200;

export function openBaseRuns(options: BaseRunsOptions): BaseRuns {
  const file = `${options.worktree.dir}.json`;
  const turns = new Semaphore(1);
  let known: Map<string, BaseRun> | undefined;
  return {
    get: (check, commit, signal) =>
      turns.run(async () => {
        known ??= await readKnown(file);
        const key = keyOf(check, commit);
        const before = known.get(key);
        if (before) return { type: "ran", run: before };
        const answer = await runThere(options, check, commit, signal);
        if (answer.type === "ran") {
          known.set(key, answer.run);
          await writeKnown(file, known);
        }
        return answer;
      }),
  };
}

async function runThere(
  { checks, worktree, prefix }: BaseRunsOptions,
  check: CommandCheck,
  commit: string,
  signal: AbortSignal,
): Promise<BaseAnswer> {
  if (signal.aborted) return STOPPED;
  const ready = await worktree.checkOut(commit, signal);
  if (ready.type === "failed") return unknown(`the base commit could not be checked out (${ready.failure.message})`);
  if (ready.type === "setup_failed") return unknown("the setup commands do not succeed on the base commit");
  const dir = join(worktree.dir, prefix);
  const run = await checks.run(check, { cwd: dir, signal });
  if (run.aborted) return STOPPED;
  if (run.failure) return unknown(`the command could not be run there (${run.failure.message})`);
  return { type: "ran", run: summarize({ ...run, dir }) };
}

function unknown(reason: string): BaseAnswer {
  return { type: "unknown", reason };
}

const STOPPED = unknown("it was stopped");

function keyOf({ run, timeoutS }: CommandCheck, commit: string): string {
  return createHash("sha256")
    .update(JSON.stringify([commit, run, timeoutS]))
    .digest("hex");
}

/** What cannot be read is found out again. */
async function readKnown(file: string): Promise<Map<string, BaseRun>> {
  try {
    const entries = JSON.parse(await readText(file)) as readonly (readonly [string, BaseRun])[];
    return new Map(entries.filter(([, run]) => typeof run.passed === "boolean" && Array.isArray(run.diagnostics)));
  } catch {
    return new Map();
  }
}

/** What cannot be written is known until Reeve ends. */
async function writeKnown(file: string, known: ReadonlyMap<string, BaseRun>): Promise<void> {
  try {
    await makeFolder(dirname(file));
    await writeWhole(file, JSON.stringify([...known].slice(-KEPT_MAX)));
  } catch (error) {
    if (!isOperating(error)) throw error;
  }
}
