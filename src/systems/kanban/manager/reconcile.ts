/**
 * The built-in Manager: brings a board up to date after a task, by rules. Blockers become exploration, escalations a
 * redesign, work items tasks; then the next ready task is chosen, or it says why there is none. Pure: files in, files out;
 * the same files give the same result, so that one who was killed in the middle can simply be run again.
 */
import { appendToSection } from "../../documents/append-section.ts";
import { setFields } from "../../documents/front-matter.ts";
import { type Board, PHASES } from "../files/board.ts";
import { nameOf, samePath } from "../files/paths.ts";
import type { TaskFile } from "../files/task-file.ts";
import type { BoardAnswer, ManagerAnswer } from "../loop/answer.ts";
import { chooseNext } from "./choose-next.ts";
import { followUps } from "./follow-ups.ts";

export interface Desk {
  readonly board: Board;
  readonly boardText: string;
  /** Every readable task file of the folder, by name. */
  readonly files: ReadonlyMap<string, ReadTask>;
  /** Task files on the board that cannot be read: name and why. */
  readonly unreadable: ReadonlyMap<string, string>;
  /** Null: the Manager itself is the task's agent, and nothing was finished before. */
  readonly done: { readonly name: string; readonly answer: BoardAnswer } | null;
  /** ISO 8601, for headers and logs. */
  readonly time: string;
  /** How a name in the folder is written: `tasks/3-x.md`. */
  readonly pathOf: (name: string) => string;
}

export interface ReadTask {
  readonly text: string;
  readonly task: TaskFile;
}

export interface Reconciled {
  /** Task files that change or are new, by name; to be written before the board. */
  readonly files: ReadonlyMap<string, string>;
  readonly boardText: string;
  readonly answer: ManagerAnswer;
}

export function reconcile(desk: Desk): Reconciled {
  const log: string[] = [];
  const files = new Map([...desk.files].map(([name, { text }]) => [name, text] as const));
  const added = desk.done === null ? { tasks: [], halt: null } : followUps(desk, desk.done, files, log);
  forgetFinished(desk, files, log);
  const tasks = [...desk.board.tasks, ...added.tasks.map(desk.pathOf)];
  const next =
    added.halt === null
      ? chooseNext({ ...desk, board: { ...desk.board, tasks } }, files)
      : { type: "halt" as const, message: added.halt };
  if (next.type === "task") log.push(`Next: ${desk.pathOf(next.name)}.`);
  else log.push(next.type === "complete" ? "Nothing is left: the board is complete." : `Halted: ${next.message}`);
  const current = next.type === "task" ? desk.pathOf(next.name) : null;
  const status = next.type === "halt" ? "escalate" : "ok";
  const message = next.type === "halt" ? next.message : log.join(" ");
  const phase = next.type === "task" ? phaseFor(next.task) : next.type === "complete" ? COMPLETE : null;
  return {
    files: new Map([...files].filter(([name, text]) => desk.files.get(name)?.text !== text)),
    boardText: boardAfter(desk, { current, tasks, phase, log }),
    answer: { status, message, next_task: current, tasks },
  };
}

interface PhaseWish {
  readonly phase: Board["phase"];
  readonly subPhase: string | null;
}

const COMPLETE: PhaseWish = { phase: "complete", subPhase: null };

function phaseFor({ type, role }: TaskFile): PhaseWish {
  if (/^(design|redesign|explor)/i.test(type)) return { phase: "design", subPhase: null };
  if (/^review/i.test(type)) return { phase: "execute", subPhase: "review" };
  if (/^plan/i.test(type) || role === "Manager") return { phase: "plan", subPhase: null };
  return { phase: /^validat/i.test(type) ? "validate" : "execute", subPhase: null };
}

interface BoardWish {
  readonly current: string | null;
  readonly tasks: readonly string[];
  readonly phase: PhaseWish | null;
  readonly log: readonly string[];
}

/** Only what changes is written; a word of the person's own for the same phase stays. */
function boardAfter({ board, boardText, done, time, pathOf }: Desk, { current, tasks, phase, log }: BoardWish): string {
  const isSamePhase = phase === null || PHASES[board.phaseWritten.toLowerCase()] === phase.phase;
  const isSameSub = phase === null || board.subPhase === phase.subPhase;
  const text = setFields(boardText, {
    ...(!isSamePhase && { phase: phase.phase }),
    ...(!isSameSub && { sub_phase: phase.subPhase }),
    ...(samePath(current, board.current) ? {} : { current }),
    ...(tasks.length === board.tasks.length ? {} : { tasks }),
  });
  const title = done === null ? "Planned" : `Reconciled after ${pathOf(done.name)} (${done.answer.status})`;
  return appendToSection(
    text,
    "Plan Adjustment Log",
    [`### [${time}] ${title}`, "", ...log.map((line) => `- ${line}`)].join("\n"),
  );
}

/** Finished tasks leave the dependency lists of those on the board. */
function forgetFinished({ board, files: before, done }: Desk, files: Map<string, string>, log: string[]): void {
  const isFinished = (path: string): boolean => {
    const name = nameOf(path);
    return (before.get(name)?.task.isDone ?? false) || (done?.name === name && done.answer.status === "ok");
  };
  for (const path of board.tasks) {
    const name = nameOf(path);
    const task = before.get(name)?.task;
    const text = files.get(name);
    if (task === undefined || text === undefined) continue;
    const left = task.dependencies.filter((each) => !isFinished(each));
    if (left.length === task.dependencies.length || name === done?.name) continue;
    files.set(name, setFields(text, { dependencies: left }));
    const gone = task.dependencies.filter((each) => !left.includes(each));
    log.push(`${path} no longer waits for ${gone.join(", ")}.`);
  }
}
