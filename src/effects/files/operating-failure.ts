/** What the file system did wrong, as a failure with what a person does about it. Anything else is a bug and is thrown. */
import type { Failure } from "../../domain/proof/failure.ts";
import { isCode, isOperating } from "./operating-error.ts";

export function operatingFailure(error: unknown, place: string): Failure {
  if (!isOperating(error)) throw error;
  const full = isCode(error, "ENOSPC") || isCode(error, "EDQUOT");
  const closed = isCode(error, "EACCES") || isCode(error, "EPERM") || isCode(error, "EROFS");
  if (isCode(error, "EMFILE") || isCode(error, "ENFILE")) return noDescriptors(place, error.message);
  const what = full ? "The disk is full" : closed ? "Reeve may not write there" : "The file system failed";
  const next = full
    ? "Free some disk space; Reeve will try again."
    : "Check who owns the folder and whether it can be written.";
  return {
    class: full ? "disk_full" : closed ? "permission" : "git_state",
    restart: closed ? "terminal" : "transient",
    subject: place,
    message: `${what}: ${place}. ${next}`,
    evidence: [error.message],
  };
}

/** Trouble of the machine, not of the place. */
function noDescriptors(place: string, said: string): Failure {
  const message =
    "This machine has no file descriptors left. End what holds many files open, or raise `ulimit -n`; Reeve will try again.";
  return { class: "crash", restart: "transient", subject: place, message, evidence: [said] };
}
