/** `reeve status`: what runs, what waits and on what, what needs you, what it cost. Works with no process running. */
import { readStatus } from "../../../app/look/status.ts";
import { lookBeside, NOTHING_BESIDE } from "../../../app/look/waiting-beside.ts";
import { findProject } from "../../../app/project/project.ts";
import { holderText } from "../../holder-text.ts";
import { attention } from "../../model/attention.ts";
import { besideRows } from "../../model/attention-beside.ts";
import { epicLine, mendLine } from "../epic/epic-line.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { boardLine } from "../kanban/board-line.ts";
import { refuse } from "../refuse.ts";
import { renderStatus } from "./render-status.ts";

export async function statusCommand(io: Io, { json, run }: CommonOptions): Promise<ExitCode> {
  const project = findProject(io.cwd);
  const status = await readStatus(project, run, io.now());
  const around = run === undefined ? await lookBeside(project, io.now()) : NOTHING_BESIDE;
  const { epics, boards, waiting } = around;
  const broken = waiting.filter(({ type }) => type === "mend").map((each) => `Epic ${mendLine(each)}`);
  const beside = [...boards.map(besideLine), ...broken, ...epics.map((epic) => `Epic ${epicLine(epic)}`)];
  const more = { ...(boards.length > 0 && { boards }), ...(epics.length > 0 && { epics }) };
  if (!status.ok && status.refusal.what === "no_run" && beside.length > 0) {
    if (json) printJson(io, { ...more, attention: besideRows(waiting) });
    else print(io, beside);
    return EXIT.ok;
  }
  if (!status.ok) return refuse(io, json, status.refusal);
  const { view, holder, orders, landed } = status.value;
  const rows = attention(view, io.now(), { isWorked: holder !== null, isLanded: landed });
  if (json) printJson(io, { ...view, holder, orders, landed, ...more, attention: [...rows, ...besideRows(waiting)] });
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
