/** `reeve simulate FILE`: runs a supervision tree and a script in virtual time and shows what an OTP supervisor would do. */
import { readFileSync } from "node:fs";
import { renderSimulation, simulateLines } from "../../../engine/supervision/simulate/simulate.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";

export function simulateCommand(io: Io, file: string, options: CommonOptions): ExitCode {
  let text: string;
  try {
    text = readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    return badInput(
      io,
      options.json,
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}); give a file with a case as JSON, or one case per line.`,
    );
  }
  let code: ExitCode = EXIT.ok;
  for (const result of simulateLines(text, file)) {
    if (!result.ok) code = badInput(io, options.json, result.what);
    else if (options.json) printJson(io, result.value);
    else print(io, renderSimulation(result.value, result.of));
  }
  return code;
}
