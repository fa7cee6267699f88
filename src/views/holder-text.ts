/** Who works on a run right now, and whether that one moves. */
import type { Watcher } from "../app/look/watcher.ts";
import { durationOf } from "./words.ts";

type Who = Pick<Watcher, "pid" | "host"> & Partial<Pick<Watcher, "frozenMs" | "unguardedMs">>;

export function holderText({ pid, host, frozenMs = null, unguardedMs = null }: Who): string {
  const who = pid === 0 ? "a Reeve" : `pid ${pid} on ${host}`;
  if (frozenMs === null && unguardedMs !== null)
    return `${who} is working on it, but its guardian has not looked for ${durationOf(unguardedMs)}: if it is killed, only \`reeve run\` resumes it`;
  if (frozenMs === null) return `${who} is working on it`;
  const next = "its guardian replaces it, if it was started with --detach; otherwise end it and `reeve run` again";
  return `${who} is frozen: it has not moved for ${durationOf(frozenMs)}; ${next}`;
}
