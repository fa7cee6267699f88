/** `reeve loop EPIC` and `reeve run EPIC.md`: tick after tick, a line each. */
import { followEpic } from "../../../app/epic/follow-epic.ts";
import { residentEpic } from "../../../app/epic/resident-epic.ts";
import type { TickEnd } from "../../../app/epic/tick-epic.ts";
import { noteProject } from "../../../app/machine/registry.ts";
import { findProject, type Project } from "../../../app/project/project.ts";
import type { Refusal } from "../../../app/refusal.ts";
import type { Reply } from "../../../app/reply.ts";
import type { World } from "../../../app/world.ts";
import { markdownWriter } from "../../review/review-markdown.ts";
import { plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, printErr } from "../io.ts";
import { refuse } from "../refuse.ts";
import { stopOnSignals } from "../run/stop-signals.ts";
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

/** The same file, worked by this process until only a person can help. */
export async function runEpicCommand(
  io: Io,
  world: World,
  signal: AbortSignal,
  epic: string,
  { json = false }: CommonOptions,
): Promise<ExitCode> {
  const say = (line: string): void => printErr(io, plainText(line));
  let release = (): void => {};
  const shown = showTicks(io, json);
  const ended = await residentEpic(world, notedProject(io, world), {
    ...{ cwd: io.cwd, epic, now: io.now, env: world.env, signal, writer: markdownWriter },
    ...{ onTick: shown.tick, onTrouble: shown.trouble, onSentence: say },
    onStarted: (work) => {
      release = stopOnSignals(work, say);
    },
  });
  release();
  return shown.end(ended, signal);
}

interface How {
  readonly json: boolean;
  readonly everyMs: number;
  readonly isAwake: boolean;
  readonly isResident: false;
}

async function follow(
  io: Io,
  world: World,
  signal: AbortSignal,
  epic: string,
  { json, ...how }: How,
): Promise<ExitCode> {
  const shown = showTicks(io, json);
  const ended = await followEpic(world, notedProject(io, world), {
    ...{ cwd: io.cwd, epic, now: io.now, env: world.env, signal, ...how },
    ...{ onTick: shown.tick, onTrouble: shown.trouble },
  });
  return shown.end(ended, signal);
}

/** So that whoever looks at all projects of this machine sees it. */
function notedProject(io: Io, world: World): Project {
  const project = findProject(io.cwd);
  noteProject(project, world.env);
  return project;
}

/** A line for each tick; one that says the same as before once. */
function showTicks(io: Io, json: boolean) {
  let last = "";
  const troubles: Promise<unknown>[] = [];
  return {
    tick: (ticked: TickEnd): void => {
      const line = JSON.stringify(ticked);
      if (ticked.ended !== "nothing" || line !== last) showTick(io, json, ticked);
      last = line;
    },
    trouble: (refusal: Refusal): void => void troubles.push(refuse(io, json, refusal)),
    end: async (ended: Reply<TickEnd | null>, signal: AbortSignal): Promise<ExitCode> => {
      await Promise.all(troubles);
      if (!ended.ok) return troubles.length > 0 ? EXIT.unusable : refuse(io, json, ended.refusal);
      if (signal.aborted) return EXIT.stopped;
      const { value } = ended;
      if (value === null || (value.ended === "nothing" && value.waits === "over")) return EXIT.ok;
      return exitOfTick(value);
    },
  };
}
