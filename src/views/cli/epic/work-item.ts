/** `reeve epic work EPIC ITEM`: works a dispatched item to its review surface; a tick starts it in the background. */
import { workItem } from "../../../app/epic/work/work-item.ts";
import { findProject } from "../../../app/project/project.ts";
import type { World } from "../../../app/world.ts";
import { markdownWriter } from "../../review/review-markdown.ts";
import { plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printErr, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { stopOnSignals } from "../run/stop-signals.ts";

export interface WorkOptions extends CommonOptions {
  readonly worker?: string;
  readonly project: string;
}

export async function workItemCommand(
  io: Io,
  world: World,
  epic: string,
  item: string,
  options: WorkOptions,
): Promise<ExitCode> {
  const { json = false, worker, project } = options;
  if (worker === undefined) return badInput(io, json, "Name the worker it was dispatched to: --worker NAME.");
  let release = (): void => {};
  const say = (line: string): void => printErr(io, line);
  const worked = await workItem(world, findProject(io.cwd), {
    ...{ cwd: io.cwd, epic, item, worker, project, now: io.now, env: world.env, writer: markdownWriter },
    onSentence: say,
    onStarted: (work) => {
      release = stopOnSignals(work, say);
    },
  });
  release();
  if (!worked.ok) return refuse(io, json, worked.refusal);
  const { type, exit, surface } = worked.value;
  if (json) printJson(io, worked.value);
  else if (type === "stopped") print(io, [`${plainText(item)} was stopped; the next tick here resumes it.`]);
  else print(io, [plainText(`${item} ended: exit ${exit}${surface === "" ? ", no review surface" : `, ${surface}`}.`)]);
  if (type === "stopped") return EXIT.stopped;
  return exit === "0" ? EXIT.ok : EXIT.failed;
}
