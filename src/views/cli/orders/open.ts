/**
 * `reeve open TASK`: a person steps into a task's worktree, with the task held for them, and hands back what they changed.
 * What they start there is theirs: a shell, their editor, or the agent's own command to resume its session.
 */
import { createInterface } from "node:readline/promises";
import type { SeenChanges } from "../../../app/orders/files-seen.ts";
import { changesOf, handBack, type TakenTask, type TaskToTake, takeTask } from "../../../app/orders/take-task.ts";
import { whereTask } from "../../../app/orders/where-task.ts";
import { refuseAgents } from "../../../app/person/refuse-agents.ts";
import { findProject, type Project } from "../../../app/project/project.ts";
import type { Reply } from "../../../app/reply.ts";
import type { World } from "../../../app/world.ts";
import { orderText } from "../../order-given-words.ts";
import { refusalText } from "../../refusals/refusal-words.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printErr, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { type Inside, insideOf, stepInto } from "./step-into.ts";

export interface OpenOptions extends CommonOptions {
  readonly editor?: boolean;
  readonly agent?: boolean;
  readonly say?: string;
  readonly hold?: boolean;
  readonly print?: boolean;
}

/** With --json nobody is asked: it is held, the folder is told, and `reeve retry` hands it back. */
export async function openCommand(io: Io, world: World, task: string, options: OpenOptions): Promise<ExitCode> {
  const { run, json, print: isPrinted = false } = options;
  const project = findProject(io.cwd);
  if (isPrinted) return printFolder(io, project, task, options);
  const accept = json ? undefined : (wanted: TaskToTake) => insideOf(world.env, wanted, options);
  const taken = await takeTask(project, { run, task, now: io.now(), ...(accept && { accept }) });
  if (!taken.ok) return refuse(io, json, taken.refusal);
  const { dir, session, isEnded } = taken.value;
  if (json) {
    printJson(io, { task, dir, session: session?.id ?? null, held: !isEnded });
    return EXIT.ok;
  }
  const inside = insideOf(world.env, taken.value, options);
  if (!inside.ok) return refuse(io, json, inside.refusal);
  const handed = await workInside(io, project, taken.value, inside.value, options);
  if (!handed.ok) return refuse(io, json, handed.refusal);
  print(io, [handed.value]);
  return EXIT.ok;
}

/** The same from the screens of `reeve watch`: what came of it in one sentence. */
export function openFromScreen(io: Io, world: World, project: Project) {
  return async (run: string, task: string): Promise<string> => {
    const now = io.now();
    const agents = await refuseAgents(project, { command: `reeve open ${task}`, now });
    if (agents !== null) return refusalText(agents.refusal);
    const accept = (wanted: TaskToTake) => insideOf(world.env, wanted, {});
    const taken = await takeTask(project, { run, task, now, accept });
    if (!taken.ok) return refusalText(taken.refusal);
    const inside = insideOf(world.env, taken.value, {});
    if (!inside.ok) return refusalText(inside.refusal);
    const handed = await workInside(io, project, taken.value, inside.value, {});
    return handed.ok ? handed.value : refusalText(handed.refusal);
  };
}

async function printFolder(io: Io, project: Project, task: string, { run, json }: OpenOptions): Promise<ExitCode> {
  const where = await whereTask(project, run, task);
  if (!where.ok) return refuse(io, json, where.refusal);
  if (json) printJson(io, { task, dir: where.value });
  else io.out(`${where.value}\n`);
  return EXIT.ok;
}

/** The sentence that says what became of it. */
async function workInside(
  io: Io,
  project: Project,
  taken: TakenTask,
  inside: Inside,
  { say, hold = false }: OpenOptions,
): Promise<Reply<string>> {
  const { task, dir, isEnded } = taken;
  const { how } = inside;
  const leaving = how === "shell" ? " `exit` brings you back." : "";
  const held = isEnded
    ? `${task} is done: look as you like.`
    : `${task} is yours: no agent works on it until you hand it back.`;
  print(io, [`${held} You are in ${dir}.${leaving}`]);
  const { trouble, ms } = await stepInto(inside, dir);
  if (trouble !== null) printErr(io, `reeve: ${trouble}`);
  if (isEnded) return { ok: true, value: `${task} stays done.` };
  const changes = changesOf(taken);
  const isHandedOver = how === "editor" && trouble === null && ms < AT_ONCE_MS && changed(changes).length === 0;
  print(io, [isHandedOver ? STILL_OPEN : changesText(changes)]);
  const said = hold ? null : (say ?? (await askHandBack(task)));
  if (said === null)
    return { ok: true, value: `You keep ${task}. \`reeve retry ${task} --because "…"\` hands it back.` };
  const handed = await handBack(project, taken, said, io.now());
  return handed.ok ? { ok: true, value: orderText(handed.value.given) } : handed;
}

/** Who edits ends later. An editor with windows of its own may have handed over to one that is open. */
const AT_ONCE_MS = 1_000;
const STILL_OPEN =
  "Your editor ended at once, and no file is changed. If its window is still open, finish there first: what counts is what the files say when you hand back.";

function changed({ created, modified, deleted }: SeenChanges): string[] {
  return [...modified, ...created.map((file) => `+${file}`), ...deleted.map((file) => `−${file}`)];
}

function changesText(changes: SeenChanges): string {
  const all = changed(changes);
  if (all.length === 0) return "You changed no file.";
  const named = all.slice(0, 12).map(plainText).join(", ");
  return `You changed ${countOf(all.length, "file")}: ${named}${all.length > 12 ? " …" : ""}`;
}

/** Null: it is kept. Where nobody can be asked it is handed back as it is. */
async function askHandBack(task: string): Promise<string | null> {
  if (!process.stdin.isTTY) return "";
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const typed = await reader.question(`What should its agent know? Enter hands ${task} back, "hold" keeps it: `);
    return typed.trim() === "hold" ? null : typed.trim();
  } catch {
    return null;
  } finally {
    reader.close();
  }
}
