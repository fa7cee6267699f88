/** Lines about those of Reeve's own monitors that failed; of those that work nothing is said. */
import type { FleetView } from "../../../app/look/fleet-view.ts";
import { clip, durationOf, plainText, withoutStop } from "../../words.ts";

type MonitorView = FleetView["monitors"][number];

export function monitorLines(monitors: readonly MonitorView[], now: number): string[] {
  return monitors.filter(isTroubled).map((each) => monitorLine(each, now));
}

export function isTroubled({ state }: MonitorView): boolean {
  return state !== "working";
}

const WIDTH_MAX = 200;

function monitorLine({ monitor, state, at, failures, message }: MonitorView, now: number): string {
  const why = message === null ? "" : `: ${withoutStop(plainText(message))}`;
  if (state === "given_up")
    return clip(`${monitor}  gave up; after the fix, \`reeve stop\` and \`reeve run\` start it${why}`, WIDTH_MAX);
  const wait = at === null || at <= now ? "now" : `in ${durationOf(at - now)}`;
  return clip(`${monitor} ↻${failures}  restarts ${wait}${why}`, WIDTH_MAX);
}
