/**
 * A checkpoint of commands: each must succeed, in the workspace of the checkpoint's task, within the walls that gates have too.
 * What they write there is no work of anybody's: in a worktree of the task's own it is put back; in a project's own folder it
 * is told.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CheckpointLook } from "../app/pipelines/decide-checkpoint.ts";
import { type Git, type GitOptions, openGit } from "../effects/git/git.ts";
import { ownGitDir } from "../effects/git/own-git.ts";
import { withWaryGit } from "../effects/git/wary-git.ts";
import { runProgram } from "../effects/processes/run-program.ts";
import type { Sandbox } from "../effects/sandbox/open-sandbox.ts";
import { callIn, entryOf } from "../effects/workspace/worktree/run-repository.ts";

interface Place {
  readonly cwd: string;
  readonly project: string;
  /** Of the run, and of the worktree of this task, which `cwd` lies in where there is one. */
  readonly runDir: string;
  readonly worktree: string;
  /** A folder of this attempt's alone. */
  readonly dir: string;
  /** Null: there are none. */
  readonly walls: Sandbox | null;
}

const MINUTES_MAX = 60;
const BYTES_MAX = 16 * 1024 * 1024;
const LINES_SHOWN = 5;

export async function tryCommands(commands: readonly string[], place: Place): Promise<CheckpointLook> {
  const before = await changes(place);
  const blocks: string[] = [];
  for (const command of commands) {
    const { out, err, exitCode, timedOut } = await run(command, place);
    if (exitCode === 0) continue;
    const how = timedOut ? `took more than ${MINUTES_MAX} minutes` : `ended with ${exitCode ?? "a signal"}`;
    const last = `${out}\n${err}`
      .split("\n")
      .filter((line) => line.trim() !== "")
      .slice(-LINES_SHOWN);
    blocks.push(`\`${command}\` ${how}${last.length === 0 ? "" : ` (${last.join(" | ")})`}`);
  }
  const risks = (await changes(place)) === before ? [] : await putBack(place);
  return { verdict: blocks.length > 0 ? "block" : "pass", risks, blocks };
}

async function putBack(place: Place): Promise<readonly string[]> {
  if (place.cwd === place.project) return ["The commands of this checkpoint change files of the project."];
  await gitOf(place, async (git, here) => {
    await git.run(["reset", "--quiet", "--hard", "HEAD"], here);
    await git.run(["clean", "--quiet", "-fd"], here);
  });
  return [];
}

/** What git sees; nothing where there is no git. */
function changes(place: Place): Promise<string> {
  return gitOf(place, async (git, here) => {
    const status = await git.run(["status", "--porcelain", "--untracked-files=all"], here);
    const differs = await git.run(["diff", "--no-ext-diff", "--no-textconv", "HEAD"], here);
    return `${status.ok ? status.out : ""}\n${differs.ok ? differs.out : ""}`;
  });
}

/**
 * In a worktree by the folder of git's that the run has of its own, and Reeve's own entry there; elsewhere by nothing that is
 * configured. Whoever worked before may have configured anything.
 */
async function gitOf<T>(
  { cwd, runDir, worktree }: Place,
  work: (git: Git, here: GitOptions) => Promise<T>,
): Promise<T> {
  const own = { dir: ownGitDir(runDir), toplevel: worktree };
  const entry = existsSync(own.dir) ? await entryOf({ own, repository: { commonDir: "" } }, worktree) : null;
  if (entry === null) return withWaryGit(cwd, (git) => work(git, { cwd }));
  return work(openGit(worktree, { own }), callIn(worktree, entry.admin));
}

async function run(command: string, { cwd, dir, walls }: Place) {
  const shell = ["/bin/sh", "-c", command];
  const wish = { workspace: cwd, box: join(dir, "walls"), command: shell, env: {} };
  const boxed = await walls?.enclose(wish);
  const [program = "/bin/sh", ...args] = boxed?.command ?? shell;
  const env = { ...process.env, ...boxed?.env };
  const end = await runProgram({ program, args, cwd, env, timeoutMs: MINUTES_MAX * 60_000, bytesMax: BYTES_MAX });
  await walls?.clear(wish.box);
  return end;
}
