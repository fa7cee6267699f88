/** `reeve doctor`: whether this machine, this project and its journals are fit, each problem with its fix. */
import { examine } from "../../../app/machine/doctor.ts";
import type { Finding } from "../../../app/machine/finding.ts";
import { findProject } from "../../../app/project/project.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";

export interface DoctorOptions extends CommonOptions {
  readonly try?: boolean;
}

export async function doctorCommand(io: Io, options: DoctorOptions): Promise<ExitCode> {
  const { isGood, findings } = await examine(findProject(io.cwd), { isTrying: options.try === true });
  if (options.json) printJson(io, { good: isGood, findings });
  else print(io, findings.flatMap(lines));
  return isGood ? EXIT.ok : EXIT.failed;
}

function lines({ what, good, fix }: Finding): string[] {
  return good ? [`✓ ${what}`] : [`✗ ${what}`, ...(fix === undefined ? [] : [`    ${fix}`])];
}
