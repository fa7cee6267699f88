/** What an attempt fails by when Reeve cannot write the files it is started with. What is no trouble of the disk is thrown on. */
import type { Failure } from "../../../domain/proof/failure.ts";
import { isCode, isOperating } from "../../files/operating-error.ts";

export function storeFailure(error: unknown, dir: string): Failure {
  if (!isOperating(error)) throw error;
  const full = isCode(error, "ENOSPC") || isCode(error, "EDQUOT");
  const message = `Reeve could not write to ${dir} (${error.message}). ${full ? "Free some space" : "Make it writable"}, then retry the task.`;
  return full
    ? { class: "disk_full", restart: "transient", message, evidence: [] }
    : { class: "config_error", restart: "terminal", message, evidence: [] };
}
