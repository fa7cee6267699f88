/** What an attempt fails by when Reeve cannot write the files it is started with. What is no trouble of the disk is thrown on. */
import type { Failure } from "../../../domain/proof/failure.ts";
import { isCode, isOperating } from "../../files/operating-error.ts";
import { isScarce, noRoom } from "../../files/scarcity.ts";

export function storeFailure(error: unknown, dir: string): Failure {
  if (!isOperating(error)) throw error;
  const full = isCode(error, "ENOSPC") || isCode(error, "EDQUOT");
  const message = `Reeve could not write to ${dir} (${error.message}). ${full ? "Free some space" : "Make it writable"}, then retry the task.`;
  if (isScarce(error.code)) return withoutRoom(error.code);
  return full
    ? { class: "disk_full", restart: "transient", machine: "disk", message, evidence: [] }
    : { class: "config_error", restart: "terminal", message, evidence: [] };
}

/** Not the agent's failure, and not its task's: it never ran. */
export function withoutRoom(reason: string): Failure {
  const message = noRoom("An agent", reason);
  return { class: "out_of_memory", restart: "transient", machine: "room", message, evidence: [reason] };
}
