/**
 * A file a person wrote, opened for checking: its plain value and a report that turns paths into places. Every check
 * of a file writes into one report, so all mistakes come out together, in the order of the text.
 */

import { createSuggest, type Suggest } from "../../basics/suggest.ts";
import { type Checked, type Mistake, type Severity, sortMistakes } from "../mistakes/mistake.ts";
import { createLocator, type Path } from "./yaml-place.ts";
import { toPlain } from "./yaml-plain.ts";
import { type ReadLimits, readYaml } from "./yaml-read.ts";

export type { Path } from "./yaml-place.ts";

export interface Report {
  readonly mistake: Tell;
  readonly warning: Tell;
  readonly lineOf: (path: Path, on?: "key" | "value") => number;
  /** The text of an unquoted value as it was written. */
  readonly written: (path: Path) => string | undefined;
  readonly suggest: Suggest;
  /** The end of a check: `build` is called only when there was no mistake. */
  readonly finish: <T>(build: () => T) => Checked<T>;
}

export type Tell = (path: Path, what: string, hint: string, on?: "key" | "value") => void;

export type Opened =
  | { readonly ok: true; readonly value: unknown; readonly report: Report }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

export function openSource(text: string, file: string, limits: ReadLimits): Opened {
  const read = readYaml(text, file, limits);
  if (!read.ok) return read;
  const { root, placeOf } = read.document;
  const found: Mistake[] = [...read.mistakes];
  const tellAt = (severity: Severity, offset: number, what: string, hint: string): void => {
    found.push({ file, ...placeOf(offset), what, hint, severity });
  };
  const plain = toPlain(
    root,
    (offset, what, hint) => tellAt("error", offset, what, hint),
    (offset) => placeOf(offset).line,
  );
  if (plain.exploded) return { ok: false, mistakes: sortMistakes(found) };
  const locator = createLocator(root, plain.targets);
  const mistakes = (): Mistake[] => sortMistakes(found.filter((one) => one.severity === "error"));
  const report: Report = {
    mistake: (path, what, hint, on) => tellAt("error", locator.offset(path, on), what, hint),
    warning: (path, what, hint, on) => tellAt("warning", locator.offset(path, on), what, hint),
    lineOf: (path, on) => placeOf(locator.offset(path, on)).line,
    written: locator.written,
    suggest: createSuggest(),
    finish: (build) => {
      const warnings = sortMistakes(found.filter((one) => one.severity === "warning"));
      const all = mistakes();
      return all.length === 0 ? { ok: true, value: build(), warnings } : { ok: false, mistakes: all, warnings };
    },
  };
  return { ok: true, value: plain.value, report };
}
