/**
 * What a reviewer looks at first: of the work that is done, the tasks with most reason to doubt, each with its reasons. A sum of plain
 * points, so that the order can be explained; pure.
 */
import type { FleetView } from "../../app/look/fleet-view.ts";
import type { RunHistory, TaskHistory } from "../../app/look/history/run-history.ts";
import { tellingError } from "../../engine/causes/history/telling-error.ts";
import { plainText, withoutStop } from "../words.ts";
import { filesText } from "./merged-rows.ts";

export interface FirstLook {
  readonly task: string;
  readonly state: "warned" | "sent";
  readonly files: string;
  readonly why: readonly string[];
}

const SHOWN_MAX = 5;

interface Reason {
  readonly points: number;
  readonly text: string;
}

export function firstLooks({ tasks, unproved }: FleetView, history: RunHistory): FirstLook[] {
  const done = tasks.flatMap(({ id, state }) => {
    const own = state === "done" ? history.tasks.get(id) : undefined;
    return own?.changed ? [{ id, own, size: own.changed.insertions + own.changed.deletions }] : [];
  });
  const [first, second] = done.map(({ size }) => size).toSorted((a, b) => b - a);
  // Where several are as large, none is the largest.
  const largest = first !== undefined && second !== undefined && first > second ? first : Number.POSITIVE_INFINITY;
  return done
    .map(({ id, own, size }) => ({ id, own, reasons: reasonsFor(own, size === largest, unproved.includes(id)) }))
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted((a, b) => sum(b.reasons) - sum(a.reasons))
    .slice(0, SHOWN_MAX)
    .map(({ id, own, reasons }) => ({
      task: id,
      state: own.marks.some(({ kind }) => kind === "sent_back") ? "sent" : "warned",
      files: own.changed ? filesText(own.changed) : "",
      why: reasons.toSorted((a, b) => b.points - a.points).map(({ text }) => text),
    }));
}

function reasonsFor(own: TaskHistory, isLargest: boolean, isUnproved: boolean): readonly Reason[] {
  const warned = own.gates.filter(({ verdict }) => verdict === "warned");
  const failed = own.attempts.filter(({ failure }) => failure !== null);
  const back = own.marks.filter(({ kind }) => kind === "sent_back").length;
  const [first] = failed;
  return [
    ...(isUnproved ? [{ points: 4, text: "No command proves it; only the built-in checks looked at it." }] : []),
    ...(back > 0 ? [{ points: 3, text: `Merged at go ${back + 1}: it conflicted with other work before.` }] : []),
    ...warned
      .slice(0, 2)
      .map(({ name, message }) => ({ points: 2, text: `${name.replaceAll("_", " ")} warns: ${sentence(message)}` })),
    ...(first?.failure
      ? [{ points: failed.length, text: `Attempt ${first.number} failed: ${sentence(tellingError(first.failure))}` }]
      : []),
    ...(isLargest ? [{ points: 1, text: "The largest change." }] : []),
  ];
}

function sentence(text: string): string {
  return `${withoutStop(plainText(text)).slice(0, 200)}.`;
}

function sum(reasons: readonly Reason[]): number {
  return reasons.reduce((all, { points }) => all + points, 0);
}
