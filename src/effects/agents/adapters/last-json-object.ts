/**
 * Finds the last JSON object in a text that is anything else besides: log lines, code fences, prose with braces. On one
 * line or over many. It searches backwards from the end and gives up after a bounded amount of work.
 */

const STEPS_MAX = 5_000_000;

export function lastJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const work = { steps: STEPS_MAX };
  for (let end = text.lastIndexOf("}"); end >= 0 && work.steps > 0; end = text.lastIndexOf("}", end - 1)) {
    const start = openingOf(text, end, work);
    const value = start === undefined ? undefined : parseObject(text.slice(start, end + 1));
    if (value) return value;
    if (end === 0) break;
  }
  return undefined;
}

/** The brace that opens what the one at `end` closes, if all between is JSON; braces inside strings do not count. */
function openingOf(text: string, end: number, work: { steps: number }): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = end; at >= 0 && work.steps > 0; at -= 1, work.steps -= 1) {
    const character = text[at];
    if (character === '"' && !isEscaped(text, at)) inString = !inString;
    else if (inString) continue;
    else if (character === "}") depth += 1;
    else if (character === "{") depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
