/** Who works on a run right now. */
import type { Status } from "../app/look/status.ts";

export function holderText({ pid, host }: NonNullable<Status["holder"]>): string {
  return pid === 0 ? "somebody works on it" : `pid ${pid} on ${host} works on it`;
}
