/**
 * Whether this machine has again what a run's work needs: processes and open files for a few programs at once, a repository
 * whose refs can be read and moved, space for a file. It tries each in a small way and leaves nothing. What follows is decided elsewhere.
 */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withoutStop } from "../../domain/words/wording.ts";
import { storeFailure } from "../agents/host/store-failure.ts";
import { isScarce, noRoom } from "../files/scarcity.ts";
import type { Git } from "../git/git.ts";
import { runProgram } from "../processes/run-program.ts";

export interface MachineTry {
  /** The run's folder. */
  readonly dir: string;
  /** Null: this run needs no git. */
  readonly git: { readonly git: Git; readonly run: string; readonly commit: string } | null;
}

/** Null: all of it is there; else the sentence that says what is missing, without its stop. */
export async function tryMachine({ dir, git }: MachineTry): Promise<string | null> {
  const problem = (await roomProblem(dir)) ?? (git && (await gitProblem(git))) ?? (await diskProblem(dir));
  return problem === null ? null : withoutStop(problem);
}

/** About as many as begin together when tasks start. */
const AT_ONCE = 4;

async function roomProblem(dir: string): Promise<string | null> {
  const call = {
    program: "/bin/sh",
    args: ["-c", ":"],
    cwd: dir,
    env: process.env,
    timeoutMs: 60_000,
    bytesMax: 4_096,
  };
  const ends = await Promise.all(Array.from({ length: AT_ONCE }, () => runProgram(call)));
  const code = ends.find((end) => isScarce(end.code))?.code;
  return code === undefined ? null : noRoom("A program", code);
}

async function gitProblem({ git, run, commit }: NonNullable<MachineTry["git"]>): Promise<string | null> {
  const ref = `refs/heads/reeve/${run}/@try`;
  const made = await git.run(["update-ref", ref, commit]);
  if (!made.ok) return made.failure.message;
  const gone = await git.run(["update-ref", "-d", ref]);
  if (!gone.ok) return gone.failure.message;
  // Reads the object of each: one that is gone stops every task in turn.
  const whole = await git.run(["for-each-ref", "--format=%(objecttype)", `refs/heads/reeve/${run}`, "refs/reeve"]);
  return whole.ok ? null : whole.failure.message;
}

const BYTES = 256 * 1024;

async function diskProblem(dir: string): Promise<string | null> {
  const file = join(dir, "try");
  try {
    await writeFile(file, Buffer.alloc(BYTES, 1));
    return null;
  } catch (error) {
    return storeFailure(error, dir).message;
  } finally {
    await rm(file, { force: true });
  }
}
