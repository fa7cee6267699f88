/** Who works on a run right now. */
import type { Status } from "../app/look/status.ts";

export function holderText({ pid, host }: NonNullable<Status["holder"]>): string {
  return pid === 0 ? "a Reeve is working on it" : `pid ${pid} on ${host} is working on it`;
}
