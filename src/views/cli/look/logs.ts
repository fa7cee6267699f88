/** `reeve logs TASK`: what the task's agents printed, newest attempt by default, safe for a terminal. */
import { readOutput } from "../../../app/look/output.ts";
import { findProject } from "../../../app/project/project.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";

export interface LogsOptions extends CommonOptions {
  readonly follow?: boolean;
  readonly attempt?: number;
}

export async function logsCommand(io: Io, signal: AbortSignal, task: string, options: LogsOptions): Promise<ExitCode> {
  const { run, attempt, follow = false, json } = options;
  const output = await readOutput(findProject(io.cwd), { run, task, attempt, follow, signal });
  if (!output.ok) return refuse(io, json, output.refusal);
  for await (const { stream, text } of output.value.parts) {
    if (json) printJson(io, { attempt: output.value.attempt, stream, text });
    else if (stream === "out") io.out(`${text}\n`);
    else io.err(`${text}\n`);
  }
  return EXIT.ok;
}
