/** The marks of a task's line of time that are drawn. */
import type { TaskLine } from "../types.ts";

/** Of what happened at one moment the worst is drawn: a decision follows from a failure. */
export function shownMarks(line: TaskLine | undefined): TaskLine["marks"] {
  const marks = (line?.marks ?? []).filter(({ kind }) => kind !== "started" && kind !== "done");
  const worse = marks.filter(({ kind }) => kind !== "decision" && kind !== "restart");
  return marks.filter((mark) => worse.includes(mark) || !worse.some(({ at }) => Math.abs(at - mark.at) < 50));
}
