/** `reeve classify --correct CLASS`: keeps what a person says an output really meant. `reeve learn` makes rules of it. */
import { FAILURE_CLASSES, type RestartKind } from "../../../domain/failure.ts";
import type { Classified } from "../../../engine/classify/classify.ts";
import type { Correction } from "../../../engine/learn/correction.ts";
import { keepCorrection } from "../../../runtime/learned.ts";
import type { Project } from "../../../runtime/project.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";

export interface CorrectOptions extends CommonOptions {
  readonly correct: string;
  readonly restart?: string;
  readonly about?: string;
  readonly tool?: string;
}

const RESTARTS: readonly RestartKind[] = ["transient", "persistent", "terminal", "unknown"];

export function correctCommand(io: Io, project: Project, found: Classified, options: CorrectOptions): ExitCode {
  const of = FAILURE_CLASSES.find((name) => name === options.correct);
  if (of === undefined)
    return badInput(io, options.json, `${options.correct} is no class. The classes are ${FAILURE_CLASSES.join(", ")}.`);
  const restart = RESTARTS.find((name) => name === options.restart);
  if (options.restart !== undefined && restart === undefined)
    return badInput(io, options.json, `--restart must be one of ${RESTARTS.join(", ")}.`);
  const subject = options.about ?? found.subject ?? undefined;
  const correction: Correction = {
    lines: found.evidence,
    ...(options.tool !== undefined && { tool: options.tool }),
    class: of,
    ...(restart !== undefined && { restart }),
    ...(subject !== undefined && { subject }),
    from: "classify --correct",
    at: io.now(),
  };
  keepCorrection(project, correction);
  if (options.json) printJson(io, { was: found.class, is: of, lines: correction.lines });
  else print(io, [`Kept: this was ${of}, not ${found.class}. \`reeve learn\` makes a rule of it.`]);
  return EXIT.ok;
}
