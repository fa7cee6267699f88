/**
 * How a checkpoint task wakes the resident supervisor of a session, and how it learns what that saw. The request is a message in
 * the session's log, where everybody sees it; the answer is taken from Reeve's own folder of the run, because agents write the log.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { CheckpointOrder } from "../../domain/spec/checkpoint-order.ts";
import type { Task } from "../../domain/work/task.ts";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { writeWholeSync } from "../../effects/files/write-whole.ts";
import type { Draft } from "../../systems/messages/message.ts";
import { logOf } from "../../systems/messages/message-files.ts";
import { MessageReader } from "../../systems/messages/message-reader.ts";
import { MessageWriter } from "../../systems/messages/message-writer.ts";
import type { Project } from "../project/project.ts";
import type { CheckpointLook } from "./decide-checkpoint.ts";

export const REQUEST = "checkpoint_request";
const LOOK_MS = 100;

export interface Asking {
  readonly project: Project;
  readonly run: string;
  readonly order: CheckpointOrder & { readonly session: string };
  readonly tasks: ReadonlyMap<string, Task>;
  readonly now: () => number;
}

export async function askSupervisor(asking: Asking): Promise<CheckpointLook> {
  const { project, run, order, tasks } = asking;
  const session = resolve(project.root, order.session);
  makeFolderSync(session);
  const log = logOf(session);
  const done = [...tasks.values()].filter(({ status }) => status === "done").length;
  const request: Draft = {
    from: "coordinator",
    to: "supervisor",
    type: REQUEST,
    summary: `${order.checkpoint} is due after ${order.after.join(", ")}`,
    data: { task: order.checkpoint, run, scope: order.after, progress: `${done} of ${tasks.size} tasks done` },
  };
  const writer = new MessageWriter(log);
  try {
    writer.appendAll(unreported(log, order, tasks), asking.now());
    const { id } = writer.append(request, asking.now());
    const file = answerFile(project, run, id);
    while (!existsSync(file)) await pause(LOOK_MS);
    return JSON.parse(readFileSync(file, "utf8")) as CheckpointLook;
  } finally {
    writer.close();
  }
}

export function answer(project: Project, run: string, request: string, look: CheckpointLook): void {
  makeFolderSync(folderOf(project, run));
  writeWholeSync(answerFile(project, run, request), JSON.stringify(look));
}

export function isAnswered(project: Project, run: string, request: string): boolean {
  return existsSync(answerFile(project, run, request));
}

function folderOf({ stateDir }: Project, run: string): string {
  return join(stateDir, "runs", run, "checkpoints");
}

function answerFile(project: Project, run: string, request: string): string {
  return join(folderOf(project, run), `${request}.json`);
}

/** What tasks decided, where they did not say it in the log themselves. */
function unreported(log: string, { after }: CheckpointOrder, tasks: ReadonlyMap<string, Task>): readonly Draft[] {
  const reported = new Set<unknown>();
  new MessageReader(log).read(({ data }) => void reported.add(data?.["task"] ?? data?.["task_id"]));
  return after.flatMap((id): Draft[] => {
    const task = tasks.get(id);
    if (task?.status !== "done" || reported.has(id)) return [];
    const data = { task: id, decisions: task.decisions, key_findings: task.concerns };
    return [{ from: id, to: "coordinator", type: "state_update", summary: `${id} is done`, data }];
  });
}
