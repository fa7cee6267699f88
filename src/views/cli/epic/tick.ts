/** `reeve tick EPIC`: one decision, in one line. */

import { type TickEnd, tickEpic } from "../../../app/epic/tick-epic.ts";
import { noteProject } from "../../../app/machine/registry.ts";
import { findProject } from "../../../app/project/project.ts";
import type { World } from "../../../app/world.ts";
import { plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printErr, printJson } from "../io.ts";
import { refuse, reportMistakes } from "../refuse.ts";

export interface TickOptions extends CommonOptions {
  readonly dryRun?: boolean;
  readonly interactive?: boolean;
  readonly trustGit?: boolean;
}

export async function tickCommand(
  io: Io,
  world: World,
  signal: AbortSignal,
  epic: string,
  options: TickOptions,
): Promise<ExitCode> {
  const { json = false, dryRun = false, interactive = false, trustGit = false } = options;
  if (interactive && (json || dryRun))
    return badInput(io, json, "--interactive asks you, so it goes with neither --json nor --dry-run.");
  const project = findProject(io.cwd);
  const ticked = await tickEpic(world, project, {
    cwd: io.cwd,
    epic,
    now: io.now,
    dryRun,
    trustGit,
    env: world.env,
    signal,
  });
  if (!ticked.ok) return refuse(io, json, ticked.refusal);
  if (!dryRun) noteProject(project, world.env);
  showTick(io, json, ticked.value);
  if (interactive) {
    const { askPerson } = await import("./interactive.ts");
    const refusal = await askPerson(io, project, epic);
    process.stdin.destroy();
    if (refusal !== null) return refusal;
  }
  return exitOfTick(ticked.value);
}

export function showTick(io: Io, json: boolean, ticked: TickEnd): void {
  if (json) return printJson(io, { ...ticked, exit: exitOfTick(ticked) });
  if (ticked.ended === "malformed") {
    reportMistakes(io, ticked.mistakes, []);
    printErr(io, "reeve: The body of the epic cannot be read as it is; nobody was asked, nothing was written.");
    return undefined;
  }
  if ("warnings" in ticked) reportMistakes(io, [], ticked.warnings);
  const isDry = "written" in ticked && !ticked.written;
  return print(io, [plainText(`${isDry ? "Would decide: " : ""}${ticked.sentence}`)]);
}

export function exitOfTick(ticked: TickEnd): ExitCode {
  if ("changes" in ticked && ticked.changes.row?.class === "malformed") return EXIT.malformed;
  return EXITS[ticked.ended];
}

const EXITS: Readonly<Record<TickEnd["ended"], ExitCode>> = {
  decided: EXIT.ok,
  halted: EXIT.halted,
  nothing: EXIT.nothingToDo,
  locked: EXIT.held,
  malformed: EXIT.malformed,
};
