/** `reeve hook …`: for cron, timers and forges. */
import { markMerged, queuedEpics, staleItems } from "../../../app/epic/hooks.ts";
import { tickEpic } from "../../../app/epic/tick-epic.ts";
import { findProject } from "../../../app/project/project.ts";
import type { World } from "../../../app/world.ts";
import { plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { showTick } from "./tick.ts";

export interface HookOptions extends CommonOptions {
  readonly dryRun?: boolean;
  readonly apply?: boolean;
  readonly hours?: number;
  readonly epic?: string;
}

/** Documented for scripts: there was nothing in the queue. */
const NOTHING_QUEUED = EXIT.needsPerson;

export async function queueDrainCommand(
  io: Io,
  world: World,
  signal: AbortSignal,
  epic: string | undefined,
  options: HookOptions,
): Promise<ExitCode> {
  const { json = false, dryRun = false } = options;
  const project = findProject(io.cwd);
  const queued = queuedEpics(project, { cwd: io.cwd, now: io.now(), epic });
  if (!queued.ok) return refuse(io, json, queued.refusal);
  if (json && (dryRun || queued.value.length === 0)) printJson(io, { queued: queued.value });
  if (queued.value.length === 0) {
    if (!json) print(io, ["Nothing is queued."]);
    return NOTHING_QUEUED;
  }
  let worst: ExitCode = EXIT.ok;
  for (const file of queued.value) {
    if (!json) print(io, [`${plainText(file)}:`]);
    if (dryRun) continue;
    const ticked = await tickEpic(world, project, {
      cwd: project.root,
      epic: file,
      now: io.now,
      dryRun,
      env: world.env,
      signal,
    });
    if (ticked.ok) showTick(io, json, ticked.value);
    else worst = await refuse(io, json, ticked.refusal);
  }
  return worst;
}

export async function staleCheckCommand(io: Io, epic: string | undefined, options: HookOptions): Promise<ExitCode> {
  const { json = false, apply = false, hours = 4 } = options;
  const stale = await staleItems(findProject(io.cwd), { cwd: io.cwd, now: io.now(), epic, hours, apply });
  if (!stale.ok) return refuse(io, json, stale.refusal);
  if (json) printJson(io, { stale: stale.value, applied: apply });
  else if (stale.value.length === 0) print(io, ["Nothing is stale."]);
  else {
    const lines = stale.value.map(({ epic: file, item, idleHours }) =>
      plainText(`${file}: ${item} is idle for ${idleHours} h`),
    );
    print(io, [...lines, apply ? "They are queued again." : "Nothing was written; --apply queues them again."]);
  }
  return EXIT.ok;
}

export async function prMergeCommand(io: Io, branch: string, { json = false, epic }: HookOptions): Promise<ExitCode> {
  const merged = await markMerged(findProject(io.cwd), { cwd: io.cwd, now: io.now(), epic, branch });
  if (!merged.ok) return refuse(io, json, merged.refusal);
  if (json) printJson(io, { merged: merged.value });
  else if (merged.value.length === 0) print(io, [plainText(`No open item belongs to ${branch}.`)]);
  else
    print(
      io,
      merged.value.map(({ epic: file, item }) => plainText(`${file}: ${item} is done.`)),
    );
  return merged.value.length === 0 ? EXIT.nothingToDo : EXIT.ok;
}
