/**
 * Dispatches that this machine owes a worker: noted before the row is written, taken away when the worker's signal is. A
 * tick that was killed between row and start is made good by the next one here; a worker is started twice in vain only,
 * because it takes a lock. What is noted here decides nothing.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeFolderSync } from "../../../effects/files/make-folder.ts";
import { writeDurably } from "../../../effects/files/write-durably.ts";
import { holderOf } from "../../../journal/sqlite/folder-lock.ts";

import { readBody } from "../../../systems/epic/body/read-body.ts";
import type { Dispatch } from "../../../systems/epic/tick/tick-types.ts";
import { ignoreByGit, type Project } from "../../project/project.ts";
import type { Background } from "../../run/fleets.ts";
import { epicDir } from "../epics.ts";

export interface Owed extends Dispatch {
  /** Of the body, seen from the project. */
  readonly file: string;
}

export function workDir(project: Project, dispatch: string): string {
  return join(epicDir(project), "work", dispatch);
}

export function noteDispatch(project: Project, owed: Owed): void {
  makeFolderSync(workDir(project, owed.id));
  ignoreByGit(project.stateDir);
  writeDurably(join(workDir(project, owed.id), OWED), `${JSON.stringify(owed)}\n`);
}

export function settleDispatch(project: Project, dispatch: string): void {
  rmSync(join(workDir(project, dispatch), OWED), { force: true });
}

export type StartWorker = (owed: Owed) => Promise<void>;

/** Starts what is owed for this body and is not at work; forgets what the body says nothing of. */
export async function startOwed(start: StartWorker, project: Project, file: string, text: string): Promise<number> {
  const open = listOwed(project).filter((each) => each.file === file);
  const read = open.length === 0 ? null : readBody(text, file);
  if (!read?.ok) return 0;
  let started = 0;
  for (const owed of open) {
    const item = read.body.items.find(({ id }) => id === owed.item);
    const isOpen = item?.status === "in_progress" && item.fields.dispatch === owed.id && item.fields.exit === undefined;
    if (!isOpen) settleDispatch(project, owed.id);
    else if (holderOf(workDir(project, owed.id)) === null) {
      await start(owed);
      started += 1;
    }
  }
  return started;
}

/** A worker of this body is to be at work here, and none is: the machine was down. */
export function owesWorker(project: Project, file: string): boolean {
  return listOwed(project).some((owed) => owed.file === file && holderOf(workDir(project, owed.id)) === null);
}

export async function startWorker(world: Background, project: Project, owed: Owed): Promise<void> {
  const { item, worker, project: field, id } = owed;
  const args = ["epic", "work", owed.file, item, "--worker", worker, "--project", field];
  await world.detach(args, join(workDir(project, id), "worker.log"));
}

const OWED = "owed.json";

function listOwed(project: Project): readonly Owed[] {
  const dir = join(epicDir(project), "work");
  if (!existsSync(dir)) return [];
  return readdirSync(dir).flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(join(dir, name, OWED), "utf8")) as Owed];
    } catch {
      return [];
    }
  });
}
