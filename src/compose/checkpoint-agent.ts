/**
 * The program that works a checkpoint task, and prints its result as any agent does. What it has to look at it reads from the
 * journal, because a prompt also holds words of agents. Decides nothing.
 */
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { askSupervisor } from "../app/pipelines/ask-supervisor.ts";
import type { CheckpointLook } from "../app/pipelines/decide-checkpoint.ts";
import { workCheckpoint } from "../app/pipelines/work-checkpoint.ts";
import { loadConfig } from "../app/project/load.ts";
import { findProject, runPlace } from "../app/project/project.ts";
import { stateOf } from "../app/project/records.ts";
import { readCheckpointPrompt } from "../domain/spec/checkpoint-order.ts";
import { fileName } from "../effects/processes/attempt-folder.ts";
import { worktreesDir } from "../effects/workspace/worktree/run-repository.ts";
import { openBox } from "./open-box.ts";
import { tryCommands } from "./try-commands.ts";

const { REEVE_PROJECT = "", REEVE_RUN_ID: run = "", REEVE_TASK_ID: task = "", REEVE_RESULT = "" } = process.env;
const project = findProject(REEVE_PROJECT);
const { state } = await stateOf(project, run);
const order = readCheckpointPrompt(state.tasks.get(task)?.spec.prompt ?? "");
if (order === null) {
  process.stderr.write(`${task} is no checkpoint of ${run}.\n`);
  process.exit(2);
}
const dir = dirname(REEVE_RESULT);
const config = loadConfig(project);
const walls = config.ok && order.commands ? (await openBox(project, dir, config.value)).sandbox : null;
const look = async (): Promise<CheckpointLook> => {
  const worktree = join(worktreesDir(realpathSync(project.stateDir), run), fileName(task));
  const runDir = runPlace(project, run).dir;
  const place = { cwd: process.cwd(), project: project.root, runDir, worktree, dir, walls };
  const tried = await tryCommands(order.commands ?? [], place);
  const { session } = order;
  if (session === undefined) return tried;
  const seen = await askSupervisor({ project, run, order: { ...order, session }, tasks: state.tasks, now: Date.now });
  return tried.verdict === "block"
    ? { ...seen, verdict: "block", blocks: [...tried.blocks, ...seen.blocks], risks: [...tried.risks, ...seen.risks] }
    : { ...seen, risks: [...tried.risks, ...seen.risks] };
};
const result = await workCheckpoint({ project, run, task, order, look, now: Date.now });
process.stdout.write(`${JSON.stringify(result)}\n`);
