/** `reeve simulate FILE`: runs a supervision tree and a script in virtual time and shows what an OTP supervisor would do. */
import { renderSimulation, simulateLines } from "../../../engine/supervision/simulate/simulate.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { readInput } from "../read-input.ts";

export function simulateCommand(io: Io, file: string, { json }: CommonOptions): ExitCode {
  const read = readInput(file);
  if (!read.ok)
    return badInput(
      io,
      json,
      `${file} cannot be read (${read.code}); give a file with a case as JSON, or one case per line.`,
    );
  let code: ExitCode = EXIT.ok;
  for (const result of simulateLines(read.text, file)) {
    if (!result.ok) code = badInput(io, json, result.what);
    else if (json) printJson(io, result.value);
    else print(io, renderSimulation(result.value, result.of));
  }
  return code;
}
