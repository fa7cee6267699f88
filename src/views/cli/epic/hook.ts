/** `reeve hook …`: for cron, timers and forges. */
import { queuedEpics, staleItems } from "../../../app/epic/hooks.ts";
import { markMerged } from "../../../app/epic/merged-items.ts";
import { tickEpic } from "../../../app/epic/tick-epic.ts";
import { findProject } from "../../../app/project/project.ts";
import type { World } from "../../../app/world.ts";
import type { Mistake } from "../../../config/mistakes/mistake.ts";
import { plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse, reportMistakes } from "../refuse.ts";
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
  const { found, mistakes } = queued.value;
  if (json && (dryRun || found.length === 0)) printJson(io, { queued: found, mistakes });
  tellBroken(io, json, mistakes);
  if (found.length === 0) {
    if (!json) print(io, ["Nothing is queued."]);
    return mistakes.length > 0 ? EXIT.malformed : NOTHING_QUEUED;
  }
  let worst: ExitCode = mistakes.length > 0 ? EXIT.malformed : EXIT.ok;
  for (const file of found) {
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
  const { found, mistakes } = stale.value;
  tellBroken(io, json, mistakes);
  if (json) printJson(io, { stale: found, applied: apply, mistakes });
  else if (found.length === 0) print(io, ["Nothing is stale."]);
  else {
    const lines = found.map(({ epic: file, item, idleHours }) =>
      plainText(`${file}: ${item} is idle for ${idleHours} h`),
    );
    print(io, [...lines, apply ? "They are queued again." : "Nothing was written; --apply queues them again."]);
  }
  return mistakes.length > 0 ? EXIT.malformed : EXIT.ok;
}

/** A body that cannot be read is told of; the others are looked at all the same. */
function tellBroken(io: Io, json: boolean, mistakes: readonly Mistake[]): void {
  if (!json) reportMistakes(io, mistakes, []);
}

export async function prMergeCommand(io: Io, branch: string, { json = false, epic }: HookOptions): Promise<ExitCode> {
  const merged = await markMerged(findProject(io.cwd), { cwd: io.cwd, now: io.now(), epic, branch });
  if (!merged.ok) return refuse(io, json, merged.refusal);
  const { found, mistakes } = merged.value;
  tellBroken(io, json, mistakes);
  if (json) printJson(io, { merged: found, mistakes });
  else if (found.length === 0) print(io, [plainText(`No open item belongs to ${branch}.`)]);
  else
    print(
      io,
      found.map(({ epic: file, item }) => plainText(`${file}: ${item} is done.`)),
    );
  if (mistakes.length > 0 && found.length === 0) return EXIT.malformed;
  return found.length === 0 ? EXIT.nothingToDo : EXIT.ok;
}
