/** `reeve questions`: what only you can answer, of runs, epics and boards. */
import { type InboxItem, openQuestions } from "../../../app/look/questions.ts";
import { lookBeside, NOTHING_BESIDE } from "../../../app/look/waiting-beside.ts";
import { findProject } from "../../../app/project/project.ts";
import { questionText } from "../../../engine/question/question-text.ts";
import { countOf, durationOf } from "../../words.ts";
import { epicLine, mendLine, turnLines } from "../epic/epic-line.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { boardLine } from "../kanban/board-line.ts";
import { refuse } from "../refuse.ts";
import { allQuestions } from "./render-questions.ts";

export async function questionsCommand(io: Io, { json, run }: CommonOptions): Promise<ExitCode> {
  const project = findProject(io.cwd);
  const asked = await openQuestions(project, run, io.now());
  const beside = run === undefined ? await lookBeside(project, io.now()) : NOTHING_BESIDE;
  const { epics, boards, waiting } = beside;
  const isBeside = epics.length + boards.length + waiting.length > 0;
  const isOnlyBeside = !asked.ok && asked.refusal.what === "no_run" && isBeside;
  if (!asked.ok && !isOnlyBeside) return refuse(io, json, asked.refusal);
  const items = asked.ok ? asked.value : [];
  if (json) for (const item of items) printJson(io, jsonOf(item));
  if (json) for (const each of waiting) printJson(io, each);
  const about = new Map(items.map((item) => [item.question.id, aboutLine(item)] as const));
  const open = items.map(({ question }) => question);
  const lines = [
    ...(open.length === 0 ? [] : allQuestions(open, about)),
    ...boards.filter(({ needsPerson }) => needsPerson).map(boardLine),
    ...waiting.filter(({ type }) => type === "mend").map(mendLine),
    ...epics.filter(({ needsPerson }) => needsPerson).flatMap((epic) => [epicLine(epic), ...turnLines(epic)]),
  ];
  if (!json) print(io, lines.length === 0 ? ["Nothing waits for your answer."] : lines);
  return EXIT.ok;
}

function jsonOf({ question, severity, ageMs, held, told }: InboxItem): object {
  return { ...question, text: questionText(question), severity, ageMs, held, told };
}

const NAMED_MAX = 4;

/** How severe, how old, what it holds up. */
function aboutLine({ question, severity, ageMs, held, told }: InboxItem): string {
  const parts = [severity, `asked ${durationOf(ageMs)} ago`, heldText(held)];
  if (told > 0) parts.push(told === 1 ? "told once" : `told ${told} times`);
  if (question.ackedAt !== undefined) parts.push("acknowledged");
  return parts.filter((part) => part !== "").join(" · ");
}

function heldText({ waiting, behind, run }: InboxItem["held"]): string {
  if (run) return "holds up the run";
  if (waiting.length === 0) return "holds up nothing";
  const more = waiting.length > NAMED_MAX ? ` and ${waiting.length - NAMED_MAX} more` : "";
  const after = behind === 0 ? "" : `, then ${countOf(behind, "task")} after that`;
  return `holds up ${waiting.slice(0, NAMED_MAX).join(", ")}${more}${after}`;
}
