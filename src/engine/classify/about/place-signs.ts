/** The signs that a name has by where it stands: in a line that told the class, close to one, far from all. Of the line's text only whether it gives advice. */
import type { Named } from "../entities/read-entities.ts";
import type { Line } from "../lines.ts";
import type { Told } from "./candidates.ts";

/** How many lines away still count as close. */
export const LINES_NEAR = 3;

export function entitySigns({ kind, weight, at }: Named, { class: of, telling }: Told): readonly string[] {
  const near = distanceOf(at, telling);
  return [`kind ${kind} ${of}`, `weight ${weight}`, `kind ${kind} ${of} ${weight}`, `entity ${near}`];
}

/** What to do about it, not what it is. */
const ADVICE =
  /^(?:\W{0,3}(?:run|try|use|please|hint|help|did you|you can|you may|make sure|ensure|see|visit|consider|to (?:fix|resolve|address|install))\b)/i;

export function whereOf(at: number, { telling }: Told, { kind, text }: Line): readonly string[] {
  const near = distanceOf(at, telling);
  return [
    near,
    `line ${kind}`,
    ...(at === telling[0] ? ["first"] : []),
    ...(ADVICE.test(text) ? ["advice", `advice ${near}`] : []),
  ];
}

function distanceOf(at: number, telling: readonly number[]): string {
  if (telling.includes(at)) return "told";
  const near = telling.some((each) => Math.abs(each - at) <= LINES_NEAR);
  if (!near) return "far";
  return telling.some((each) => at > each && at - each <= LINES_NEAR) ? "below" : "above";
}
