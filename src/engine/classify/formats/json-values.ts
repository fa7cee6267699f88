/**
 * The JSON values that begin at the beginning of a line and fill several lines, in the order in which they stand. One that was
 * cut off at the end of the output is closed after its last whole part. Each letter is looked at a bounded number of times.
 */

/** So many beginnings may lead nowhere: source code opens braces too. */
const IN_VAIN_MAX = 8;
const OPENS = /^[ \t]*(?=[[{](?:\s*$|\s*["{[]))/gm;

export interface JsonValue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function* jsonValues(output: string): Generator<JsonValue, void, boolean> {
  const opens = new RegExp(OPENS);
  let inVain = 0;
  for (let found = opens.exec(output); found !== null && inVain < IN_VAIN_MAX; found = opens.exec(output)) {
    const start = found.index + found[0].length;
    const value = valueAt(output, start);
    const isReport = value !== undefined && (yield value);
    if (!isReport) inVain += value === undefined || value.end === output.length ? 1 : 0;
    opens.lastIndex = value !== undefined && (isReport || value.end < output.length) ? value.end : start + 1;
  }
}

/** Undefined where brackets do not match. */
function valueAt(output: string, start: number): JsonValue | undefined {
  const closers: string[] = [];
  let whole = { end: start, depth: 0 };
  for (let at = start; at < output.length; at++) {
    const sign = output[at];
    if (sign === '"') at = endOfText(output, at);
    else if (sign === "{" || sign === "[") closers.push(sign === "{" ? "}" : "]");
    else if (sign === "}" || sign === "]") {
      if (closers.pop() !== sign) return undefined;
      whole = { end: at + 1, depth: closers.length };
      if (closers.length === 0) return { start, end: at + 1, text: output.slice(start, at + 1) };
    }
  }
  if (whole.depth === 0) return undefined;
  const closed = closers.slice(0, whole.depth).toReversed().join("");
  return { start, end: output.length, text: output.slice(start, whole.end) + closed };
}

function endOfText(output: string, from: number): number {
  for (let at = from + 1; at < output.length; at++) {
    if (output[at] === "\\") at++;
    else if (output[at] === '"') return at;
  }
  return output.length;
}
