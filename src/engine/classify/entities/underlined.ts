/**
 * What compilers underline: a line of source with carets below it, where the lines above say that a thing is not known and
 * leave its name to the eye. The columns are those of the output as it was printed.
 */
import type { Line } from "../lines.ts";
import type { Named } from "./read-entities.ts";

const UNKNOWN =
  /undeclared|undefined|unknown|unresolved|not (?:found|declared|defined)|cannot find|no such|does not exist/i;
/** A gutter, spaces, then carets or tildes and nothing but words behind them. */
const CARETS = /^(?<before>[\s\d|│:·]*)(?<carets>[\^~]+)(?:\s|$)/;
const NAME = /^[A-Za-z_$][\w$]{2,60}/;
/** So far above the source the complaint may stand. */
const LINES_ABOVE = 4;
const FOUND_MAX = 8;

export function underlined(lines: readonly Line[]): readonly Named[] {
  const found: Named[] = [];
  for (const [at, line] of lines.entries()) {
    const match = CARETS.exec(line.raw);
    const source = lines[at - 1];
    if (match === null || source === undefined) continue;
    const complaint = lines
      .slice(Math.max(0, at - LINES_ABOVE), at - 1)
      .findLastIndex(({ text }) => UNKNOWN.test(text));
    if (complaint < 0) continue;
    const [name] = NAME.exec(source.raw.slice(match.groups?.["before"]?.length ?? 0)) ?? [];
    if (name !== undefined)
      found.push({ kind: "symbol", name, at: Math.max(0, at - LINES_ABOVE) + complaint, weight: 1.5 });
    if (found.length >= FOUND_MAX) break;
  }
  return found;
}
