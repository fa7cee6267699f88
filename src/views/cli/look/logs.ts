/** `reeve logs TASK`: what the task's agents printed, newest attempt by default, safe for a terminal. */

import { withRun } from "../../../app/project/open-run.ts";
import type { World } from "../../../app/world.ts";
import { refusalText } from "../../refusals.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, printJson } from "../io.ts";

export interface LogsOptions extends CommonOptions {
  readonly follow?: boolean;
  readonly attempt?: number;
  readonly signal: AbortSignal;
}

export function logsCommand(io: Io, world: World, id: string, options: LogsOptions): Promise<ExitCode> {
  return withRun(io, options, async ({ place, state }) => {
    const task = state.tasks.get(id);
    if (!task) return badInput(io, options.json, refusalText({ what: "unknown_task", task: id }, state));
    const number = options.attempt ?? task.attempts;
    if (number < 1 || number > task.attempts) return badInput(io, options.json, noSuchAttempt(id, task.attempts));
    const attempt = `${id}.${number}`;
    for await (const { stream, text } of world.readOutput(
      place.dir,
      attempt,
      options.follow ?? false,
      options.signal,
    )) {
      if (options.json) printJson(io, { attempt, stream, text });
      else if (stream === "out") io.out(`${text}\n`);
      else io.err(`${text}\n`);
    }
    return EXIT.ok;
  });
}

function noSuchAttempt(task: string, made: number): string {
  const known = made === 0 ? "was not started yet" : `has ${made === 1 ? "one attempt" : `attempts 1 to ${made}`}`;
  return `${task} ${known}; \`reeve why ${task}\` tells how it stands.`;
}
