/** `reeve status`: what runs, what waits and on what, what needs you, what it cost. Works with no process running. */
import { readStatus } from "../../../app/look/status.ts";
import { findProject } from "../../../app/project/project.ts";
import { holderText } from "../../holder-text.ts";
import { attention } from "../../model/attention.ts";
import { epicLine } from "../epic/epic-line.ts";
import { epicsBeside } from "../epic/epics-beside.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { boardLine } from "../kanban/board-line.ts";
import { boardsBeside } from "../kanban/boards-beside.ts";
import { refuse } from "../refuse.ts";
import { renderStatus } from "./render-status.ts";

export async function statusCommand(io: Io, { json, run }: CommonOptions): Promise<ExitCode> {
  const project = findProject(io.cwd);
  const status = await readStatus(project, run, io.now());
  const boards = run === undefined ? await boardsBeside(project) : [];
  const epics = run === undefined ? await epicsBeside(project, io.now()) : [];
  const beside = [...boards.map(besideLine), ...epics.map((epic) => `Epic ${epicLine(epic)}`)];
  if (!status.ok && status.refusal.what === "no_run" && beside.length > 0) {
    if (json) printJson(io, { ...(boards.length > 0 && { boards }), ...(epics.length > 0 && { epics }) });
    else print(io, beside);
    return EXIT.ok;
  }
  if (!status.ok) return refuse(io, json, status.refusal);
  const { view, holder, orders, landed } = status.value;
  const around = { isWorked: holder !== null, isLanded: landed };
  if (json)
    printJson(io, {
      ...view,
      holder,
      orders,
      landed,
      attention: attention(view, io.now(), around),
      ...(boards.length > 0 && { boards }),
      ...(epics.length > 0 && { epics }),
    });
  else
    print(io, [
      ...renderStatus(view, { now: io.now(), holder: holder && holderText(holder), orders, landed }),
      ...beside,
    ]);
  return EXIT.ok;
}

function besideLine(board: Parameters<typeof boardLine>[0]): string {
  return `Board ${boardLine(board)}`;
}
