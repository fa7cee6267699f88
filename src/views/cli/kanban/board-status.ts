/** `reeve kanban status [BOARD]`: the boards that were worked here, or one of them with its tasks. */
import { viewBoards } from "../../../app/kanban/boards.ts";
import { checkBoard } from "../../../app/kanban/check-board.ts";
import { findProject } from "../../../app/project/project.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { boardLine } from "./board-line.ts";
import { boardLines } from "./check-board.ts";

export async function boardStatusCommand(io: Io, file: string | undefined, { json }: CommonOptions): Promise<ExitCode> {
  const project = findProject(io.cwd);
  const viewed = await viewBoards(project);
  if (!viewed.ok) return refuse(io, json, viewed.refusal);
  const boards = viewed.value;
  if (file === undefined) {
    if (json) printJson(io, { boards });
    else
      print(
        io,
        boards.length === 0 ? ["No board was worked here yet. `reeve kanban new` makes one."] : boards.map(boardLine),
      );
    return EXIT.ok;
  }
  const checked = checkBoard(project, io.cwd, file);
  if (!checked.ok) return refuse(io, json, checked.refusal);
  const here = boards.find(({ board }) => board === checked.value.board.file);
  if (json) printJson(io, { ...checked.value, run: here ?? null });
  else print(io, [...boardLines(checked.value), ...(here ? [boardLine(here)] : ["Reeve has not worked it yet."])]);
  return EXIT.ok;
}
