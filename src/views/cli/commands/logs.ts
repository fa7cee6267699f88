/** `reeve logs TASK`: what the task's agents printed, newest attempt by default, safe for a terminal. */
import { JournalError } from "../../../journal/journal-error.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, fail, type Io, printJson } from "../io.ts";
import { openRun } from "../open-run.ts";
import type { World } from "../world.ts";

export interface LogsOptions extends CommonOptions {
  readonly follow?: boolean;
  readonly attempt?: number;
  readonly signal: AbortSignal;
}

export async function logsCommand(io: Io, world: World, id: string, options: LogsOptions): Promise<ExitCode> {
  const run = await openRun(io, options);
  if (typeof run === "number") return run;
  const task = run.state.tasks.get(id);
  if (!task)
    return badInput(io, options.json, `There is no task ${id} in ${run.place.id}; \`reeve status\` lists them.`);
  const number = options.attempt ?? task.attempts;
  if (number < 1 || number > task.attempts) {
    const made = task.attempts === 0 ? "no attempt was made yet" : `attempts 1 to ${task.attempts} were made`;
    return badInput(
      io,
      options.json,
      `There is no attempt ${number} of ${id}: ${made}. \`reeve why ${id}\` tells how it stands.`,
    );
  }
  try {
    for await (const { stream, text } of world.readOutput(
      run.place.dir,
      `${id}.${number}`,
      options.follow ?? false,
      options.signal,
    )) {
      if (options.json) printJson(io, { attempt: `${id}.${number}`, stream, text });
      else if (stream === "out") io.out(text);
      else io.err(text);
    }
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return fail(io, options.json, EXIT.journal, error.sentence);
  }
}
