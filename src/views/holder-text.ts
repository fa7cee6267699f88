/** Who works on a run right now, and whether that one moves. */
import type { Watcher } from "../app/look/watcher.ts";
import { durationOf } from "./words.ts";

type Who = Pick<Watcher, "pid" | "host"> & Partial<Pick<Watcher, "frozenMs">>;

export function holderText({ pid, host, frozenMs = null }: Who): string {
  const who = pid === 0 ? "a Reeve" : `pid ${pid} on ${host}`;
  if (frozenMs === null) return `${who} is working on it`;
  const next = "its guardian replaces it, if it was started with --detach; otherwise end it and `reeve run` again";
  return `${who} is frozen: it has not moved for ${durationOf(frozenMs)}; ${next}`;
}
