/**
 * `reeve watch [RUN]`: the screens of a run, whoever works on it, or nobody. Without a terminal, the status once. Leaving it
 * changes nothing.
 */
import { findRun } from "../../../app/project/open-run.ts";
import { findProject } from "../../../app/project/project.ts";
import type { World } from "../../../app/world.ts";
import { realTty } from "../../terminal/tty/tty.ts";
import { Screens } from "../../terminal/watch/screens.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";

export async function watchCommand(
  io: Io,
  world: World,
  signal: AbortSignal,
  run: string | undefined,
  { json }: CommonOptions,
): Promise<ExitCode> {
  const project = findProject(io.cwd);
  const found = await findRun(project, run);
  if (!found.ok) return refuse(io, json, found.refusal);
  if (json) return showJson(io, run);
  const tty = io.isTty ? realTty(io.out) : null;
  if (tty === null) return (await import("./status.ts")).statusCommand(io, run === undefined ? {} : { run });
  const newest = await findRun(project, undefined);
  const isNamed = !newest.ok || newest.value.id !== found.value.id;
  const open = async (id: string, task: string) =>
    (await import("../orders/open.ts")).openFromScreen(io, world, project)(id, task);
  const { now } = io;
  await new Screens({
    tty,
    env: world.env,
    project,
    run: found.value.id,
    isNamed,
    open,
    surfaces: world,
    now,
    signal,
  }).show();
  return EXIT.ok;
}

/** What only this needs is loaded here: screens stay open all night and should take little. */
async function showJson(io: Io, run: string | undefined): Promise<ExitCode> {
  const { readStatus } = await import("../../../app/look/status.ts");
  const { attention } = await import("../../model/attention.ts");
  const status = await readStatus(findProject(io.cwd), run, io.now());
  if (!status.ok) return refuse(io, true, status.refusal);
  const { view, holder, landed } = status.value;
  printJson(io, { ...view, attention: attention(view, io.now(), { isWorked: holder !== null, isLanded: landed }) });
  return EXIT.ok;
}
