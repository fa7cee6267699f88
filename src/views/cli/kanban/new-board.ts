/** `reeve kanban new REQUEST`: makes a board. */
import { askForBoard, newBoard } from "../../../app/kanban/new-board.ts";
import { findProject } from "../../../app/project/project.ts";
import type { World } from "../../../app/world.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { boardTelling, finishBoard } from "./run-board.ts";

export interface NewBoardOptions extends CommonOptions {
  readonly dir?: string;
}

export async function newBoardCommand(
  io: Io,
  world: World,
  request: string,
  { json = false, dir }: NewBoardOptions,
): Promise<ExitCode> {
  const project = findProject(io.cwd);
  const wish = { cwd: io.cwd, request, dir, now: io.now() };
  const asked = await askForBoard(world, project, { ...wish, ...boardTelling(io, json) });
  if (asked !== null) {
    if (!asked.ok) return refuse(io, json, asked.refusal);
    const { board, open } = asked.value;
    const code = await finishBoard(io, json, open);
    if (code === EXIT.ok && !json)
      print(io, [`\`reeve kanban check ${board}\` shows it; \`reeve kanban run ${board}\` works it.`]);
    return code;
  }
  const made = newBoard(project, wish);
  if (!made.ok) return refuse(io, json, made.refusal);
  const { board, task } = made.value;
  if (json) printJson(io, made.value);
  else print(io, [`Wrote ${board}, and ${task} as its first task. \`reeve kanban run ${board}\` works it.`]);
  return EXIT.ok;
}
