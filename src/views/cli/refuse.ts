/** A refusal on a terminal or as JSON, and what the program exits with because of it. The words are those of all screens. */
import type { Obstacle } from "../../app/deliver/obstacle.ts";
import type { Refusal } from "../../app/refusal.ts";
import { formatMistake, type Mistake } from "../../config/mistakes/mistake.ts";
import { plainText } from "../words.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { type Io, printErr, printJson } from "./io.ts";

/** The words are loaded when there is something to refuse. */
export async function refuse(io: Io, json: boolean | undefined, refusal: Refusal): Promise<ExitCode> {
  const { refusalText } = await import("../refusals/refusal-words.ts");
  const error = refusalText(refusal);
  const exit = exitOf(refusal);
  if (json) printJson(io, { ...factsOf(refusal), error, exit });
  else if (refusal.what === "mistakes") {
    reportMistakes(io, refusal.mistakes, refusal.warnings);
    printErr(io, error);
  } else printErr(io, [`reeve: ${error}`, ...fileLines(refusal)].join("\n"));
  return exit;
}

export function reportMistakes(io: Io, mistakes: readonly Mistake[], warnings: readonly Mistake[]): void {
  const lines = [...mistakes, ...warnings].map((mistake) =>
    mistake.severity === "warning" ? `${formatMistake(mistake)} (warning)` : formatMistake(mistake),
  );
  if (lines.length > 0) printErr(io, lines.join("\n"));
}

/** What a program may want to know beside the sentence. */
function factsOf(refusal: Refusal): object {
  if (refusal.what === "mistakes") return { ok: false, mistakes: refusal.mistakes, warnings: refusal.warnings };
  return refusal.what === "landing_refused" ? { files: refusal.files } : {};
}

const FILES_MAX = 20;

function fileLines(refusal: Refusal): string[] {
  if (refusal.what !== "landing_refused") return [];
  const { files } = refusal;
  const more = files.length - FILES_MAX;
  return [
    ...files.slice(0, FILES_MAX).map((file) => `  ${plainText(file)}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

function exitOf(refusal: Refusal): ExitCode {
  switch (refusal.what) {
    case "machine_braked":
      return EXIT.halted;
    case "journal":
      return EXIT.journal;
    case "held":
      return EXIT.held;
    case "unusable":
      return EXIT.unusable;
    case "not_ready":
      return OBSTACLE_EXITS[refusal.obstacle.kind];
    default:
      return EXIT.badInput;
  }
}

const OBSTACLE_EXITS: Readonly<Record<Obstacle["kind"], ExitCode>> = {
  no_branch: EXIT.badInput,
  empty: EXIT.badInput,
  held: EXIT.held,
  needs_person: EXIT.needsPerson,
  unfinished: EXIT.stopped,
  unchecked: EXIT.stopped,
  halted: EXIT.halted,
  red: EXIT.failed,
  partial: EXIT.failed,
};
