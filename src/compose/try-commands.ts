/**
 * A checkpoint of commands: each must succeed, in the workspace of the checkpoint's task, within the walls that gates have too.
 * What they write there is no work of anybody's: in a worktree of the task's own it is put back; in a project's own folder it
 * is told.
 */
import { join } from "node:path";
import type { CheckpointLook } from "../app/pipelines/decide-checkpoint.ts";
import { openGit } from "../effects/git/git.ts";
import { runProgram } from "../effects/processes/run-program.ts";
import type { Sandbox } from "../effects/sandbox/open-sandbox.ts";

interface Place {
  readonly cwd: string;
  readonly project: string;
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

async function putBack({ cwd, project }: Place): Promise<readonly string[]> {
  if (cwd === project) return ["The commands of this checkpoint change files of the project."];
  const git = openGit(cwd);
  await git.run(["reset", "--quiet", "--hard", "HEAD"]);
  await git.run(["clean", "--quiet", "-fd"]);
  return [];
}

/** What git sees; nothing where there is no git. */
async function changes({ cwd }: Place): Promise<string> {
  const git = openGit(cwd);
  const status = await git.run(["status", "--porcelain", "--untracked-files=all"]);
  const differs = await git.run(["diff", "--no-ext-diff", "--no-textconv", "HEAD"]);
  return `${status.ok ? status.out : ""}\n${differs.ok ? differs.out : ""}`;
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
