/**
 * `reeve why [task]`: the decisions about a task in sentences, with their evidence, oldest first, and what moves it
 * next. Without a task: for every task that is not done, what it waits for.
 */
import {
  explainRun,
  explainTask,
  type Happened,
  type RunExplained,
  type TaskExplained,
} from "../../../app/look/explain.ts";
import { findProject, type Project } from "../../../app/project/project.ts";
import type { Role } from "../../../domain/spec/plan.ts";
import type { AgentEnd, AgentLife } from "../../../domain/tree/agent-life.ts";
import type { Task } from "../../../domain/work/task.ts";
import type { Event } from "../../../engine/event.ts";
import type { Move } from "../../../engine/next-move.ts";
import { becauseSentence } from "../../../engine/wording/because-words.ts";
import type { Sentence } from "../../../engine/wording/sentence.ts";
import { narrate } from "../../narrate.ts";
import { plainText, untold } from "../../words.ts";
import { whyEpics } from "../epic/why-epic.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { boardLine } from "../kanban/board-line.ts";
import { boardsBeside } from "../kanban/boards-beside.ts";
import { whyBoardCommand } from "../kanban/why-board.ts";
import { refuse } from "../refuse.ts";
import { clockText } from "../times.ts";
import { giverLines } from "./giver-lines.ts";
import { isTroubled, monitorLines } from "./monitor-lines.ts";
import { moveText } from "./move-text.ts";

export function whyCommand(io: Io, task: string | undefined, options: CommonOptions): Promise<ExitCode> {
  const project = findProject(io.cwd);
  if (task?.endsWith(".md")) return whyBoardCommand(io, project, task, options);
  return task === undefined ? whyRun(io, project, options) : whyTask(io, project, task, options);
}

async function whyRun(io: Io, project: Project, { run, json }: CommonOptions): Promise<ExitCode> {
  const explained = await explainRun(project, run);
  const boards = run === undefined ? await boardsBeside(project) : [];
  const isBeside = run === undefined && (await whyEpics(io, project, undefined, json));
  const isOnlyBoards = !explained.ok && explained.refusal.what === "no_run" && (boards.length > 0 || isBeside);
  if (!explained.ok && !isOnlyBoards) return refuse(io, json, explained.refusal);
  if (explained.ok) showOpen(io, explained.value, json);
  for (const board of boards) {
    if (json) printJson(io, board);
    else print(io, [`Board ${boardLine(board)}`]);
  }
  return EXIT.ok;
}

function showOpen(io: Io, explained: RunExplained, json: boolean | undefined): void {
  const { red, ordered, open, monitors } = explained;
  if (red) show(io, red, json);
  for (const happened of ordered) show(io, happened, json);
  if (json) for (const each of monitors.filter(isTroubled)) printJson(io, each);
  else print(io, monitorLines(monitors, io.now()));
  const rows = open.map(({ task, status, move, because }) => ({ task, status, ...nextOf(move, io.now()), because }));
  if (json) for (const row of rows) printJson(io, row);
  else if (rows.length === 0) print(io, ["Nothing is left to do."]);
  else
    print(
      io,
      rows.map(({ task, next, because }) => {
        const why = because === null ? "" : ` — ${plainText(becauseSentence(because))}`;
        return `${task} ${next}${why}`;
      }),
    );
}

/** What moves it next, and when, where that is known. */
function nextOf(move: Move, now: number): { readonly next: string; readonly until?: number } {
  return { next: moveText(move, now), ...(move.by === "account" && { until: move.until }) };
}

function show(io: Io, { at, event, by }: Happened, json: boolean | undefined): void {
  const { text, evidence, ...sentence } = narrate(event, () => "worker");
  if (json) printJson(io, { at, type: event.type, text, evidence, ...(by && { by }) });
  else print(io, [...lines(at, { text, evidence, ...sentence }), ...giverLines(by)]);
}

async function whyTask(io: Io, project: Project, id: string, { run, json }: CommonOptions): Promise<ExitCode> {
  const explained = await explainTask(project, id, run);
  if (!explained.ok && run === undefined && (await whyEpics(io, project, id, json))) return EXIT.ok;
  if (!explained.ok) return refuse(io, json, explained.refusal);
  const { task, decisions, known } = explained.value;
  const told = decisions.flatMap((happened) => tellable(happened, task.spec.role));
  for (const { at, seq, event, sentence, by } of told) {
    const { text, evidence } = sentence;
    if (json) printJson(io, { at, seq, type: event.type, text, evidence, ...(by && { by }) });
    else print(io, [...lines(at, sentence), ...giverLines(by)]);
  }
  const seen = known.map(plainText);
  if (json) for (const text of seen) printJson(io, { seen_before: text });
  else if (seen.length > 0) print(io, ["", ...seen]);
  showNext(io, explained.value, json, told.length > 0);
  return EXIT.ok;
}

/** How its agent stands, and what moves it next. */
function showNext(io: Io, { task, move }: TaskExplained, json: boolean | undefined, isBelow: boolean): void {
  const { next: moves, ...more } =
    move === null ? { next: `is ${task.status.replace("_", " ")}` } : nextOf(move, io.now());
  const next = `${task.id} ${moves}.`;
  const { agent } = task;
  if (json) return printJson(io, { next, status: task.status, ...more, ...(agent && { agent }) });
  // Of a task that is done there is no more to say.
  const stands = agent && task.status !== "done" ? [agentText(agent, task.status)] : [];
  print(io, [...(isBelow ? [""] : []), ...stands, next]);
}

function agentText({ attempt, state, end }: AgentLife, status: Task["status"]): string {
  const led = end === undefined ? "" : `: ${status === "given_up" ? "its task is given up" : ENDS[end]}`;
  return `Its agent ${attempt} is ${state.replaceAll("_", " ")}${led}.`;
}

const ENDS: Readonly<Record<AgentEnd, string>> = {
  done: "its work is done",
  restart: "another one follows",
  escalate: "a person decides what follows",
  stopped: "it was stopped",
};

/** With its sentence; nothing where nobody has found it worth one. */
function tellable(happened: TaskExplained["decisions"][number], role: Role) {
  const sentence = narrate(happened.event, () => role);
  return isWordless(happened.event, sentence) ? [] : [{ ...happened, sentence }];
}

function isWordless(event: Event, { loudness, text }: Sentence): boolean {
  return loudness === "silent" && text === event.type.replaceAll("_", " ");
}

/** Without its name: all of it is about the one task. Nor is a line told again that the sentence holds already. */
function lines(at: number, sentence: Sentence): string[] {
  const more = untold(sentence.text, sentence.evidence).slice(0, 5);
  return [`${clockText(at)}  ${sentence.text}`, ...more.map((line) => `            | ${line}`)];
}
