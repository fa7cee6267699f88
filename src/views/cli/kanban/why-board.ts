/** `reeve why BOARD`: what happened on a board or to one of its tasks, in sentences, and what is next. */
import { explainBoard } from "../../../app/kanban/explain-board.ts";
import type { Project } from "../../../app/project/project.ts";
import { plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { clockText } from "../times.ts";
import { boardLine } from "./board-line.ts";

export async function whyBoardCommand(
  io: Io,
  project: Project,
  file: string,
  { json }: CommonOptions,
): Promise<ExitCode> {
  const explained = await explainBoard(project, io.cwd, file);
  if (!explained.ok) return refuse(io, json, explained.refusal);
  const { happened, view } = explained.value;
  for (const each of happened) {
    if (json) printJson(io, each);
    else print(io, [`${clockText(each.at)}  ${plainText(each.text)}`, ...each.evidence.map(evidenceLine)]);
  }
  if (json) printJson(io, view);
  else print(io, ["", boardLine(view)]);
  return EXIT.ok;
}

function evidenceLine(text: string): string {
  return `            | ${plainText(text)}`;
}
