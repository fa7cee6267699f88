/** A mistake that is known only after a file was read and found good: where it stands in the text. */

import { openSource, type Path } from "../yaml/open-source.ts";
import type { Mistake } from "./mistake.ts";

/** At the nearest part of the path that is there. */
export function placeMistake(text: string, file: string, path: Path, what: string, hint: string): Mistake {
  const opened = openSource(text, file, { lengthMax: text.length, emptyHint: hint });
  if (!opened.ok) return { file, line: 1, col: 1, what, hint, severity: "error" };
  opened.report.mistake(path, what, hint);
  const found = opened.report.finish(() => undefined);
  const mistake = found.ok ? undefined : found.mistakes.find((each) => each.what === what);
  return mistake ?? { file, line: 1, col: 1, what, hint, severity: "error" };
}
