/** `reeve loop EPIC` and `reeve run EPIC.md`: tick after tick, a line each. */
import { followEpic } from "../../../app/epic/follow-epic.ts";
import { findProject } from "../../../app/project/project.ts";
import type { World } from "../../../app/world.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { CommonOptions, Io } from "../io.ts";
import { refuse } from "../refuse.ts";
import { exitOfTick, showTick } from "./tick.ts";

export interface LoopOptions extends CommonOptions {
  readonly every: number;
  readonly onExit?: boolean;
}

export function loopCommand(
  io: Io,
  world: World,
  signal: AbortSignal,
  epic: string,
  options: LoopOptions,
): Promise<ExitCode> {
  return follow(io, world, signal, epic, {
    json: options.json ?? false,
    everyMs: options.every,
    isAwake: options.onExit ?? false,
    isResident: false,
  });
}

const RESIDENT_MS = 60_000;

/** The same file, worked without pauses until only a person can help. */
export function runEpicCommand(
  io: Io,
  world: World,
  signal: AbortSignal,
  epic: string,
  { json = false }: CommonOptions,
): Promise<ExitCode> {
  return follow(io, world, signal, epic, { json, everyMs: RESIDENT_MS, isAwake: true, isResident: true });
}

interface How {
  readonly json: boolean;
  readonly everyMs: number;
  readonly isAwake: boolean;
  readonly isResident: boolean;
}

async function follow(
  io: Io,
  world: World,
  signal: AbortSignal,
  epic: string,
  { json, ...how }: How,
): Promise<ExitCode> {
  let shown = "";
  const troubles: Promise<unknown>[] = [];
  const ended = await followEpic(world, findProject(io.cwd), {
    ...{ cwd: io.cwd, epic, now: io.now, env: world.env, signal, ...how },
    onTick: (ticked) => {
      const line = JSON.stringify(ticked);
      if (ticked.ended !== "nothing" || line !== shown) showTick(io, json, ticked);
      shown = line;
    },
    onTrouble: (refusal) => void troubles.push(refuse(io, json, refusal)),
  });
  await Promise.all(troubles);
  if (!ended.ok) return troubles.length > 0 ? EXIT.unusable : refuse(io, json, ended.refusal);
  if (signal.aborted) return EXIT.stopped;
  const last = ended.value;
  if (last === null) return EXIT.ok;
  return last.ended === "nothing" && /ready for your review|it is done/.test(last.sentence)
    ? EXIT.ok
    : exitOfTick(last);
}
