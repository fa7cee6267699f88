/** Why a check could not be run or was not seen to its end, as failures that are not the fault of the work it looks at. */
import type { Failure } from "../../../domain/proof/failure.ts";
import type { CommandCheck } from "../../../domain/spec/plan.ts";
import { isCode, isOperating } from "../../files/operating-error.ts";
import { isScarce, noRoom, tellsScarcity } from "../../files/scarcity.ts";
import type { KeptExit } from "../../processes/attempt-folder.ts";
import { StarterError } from "../../processes/starter-client.ts";

export function couldNotRun(check: CommandCheck, reason: string, scarce = false): Failure {
  if (scarce) return withoutRoom(`The check "${check.name}"`, reason);
  return transient("crash", `The check "${check.name}" could not be started: ${reason}.`);
}

/** Undefined where it ended by itself and its exit says the rest. */
export function whyNotEnded(check: CommandCheck, cwd: string, exit: KeptExit | undefined): Failure | undefined {
  if (!exit || exit.problem === "files") {
    return transient("crash", `The check "${check.name}" vanished without an exit status.`);
  }
  if (exit.problem === "workspace") {
    return transient("git_state", `The check "${check.name}" could not enter ${cwd}.`);
  }
  if (exit.orphaned)
    return transient("crash", `The check "${check.name}" was ended because no Reeve came back in time.`);
  return undefined;
}

/** Only what the machine does; everything else is a bug and is thrown on. */
export function storeProblem(error: unknown, dir: string): Failure {
  if (error instanceof StarterError && tellsScarcity(error.message)) return withoutRoom("A check", error.message);
  if (error instanceof StarterError) return transient("crash", `The check could not be run: ${error.message}.`);
  if (!isOperating(error)) throw error;
  const full = isCode(error, "ENOSPC") || isCode(error, "EDQUOT");
  const message = `Reeve could not use ${dir} (${error.message}). ${full ? "Free some space" : "Make it writable"}, then retry the task.`;
  if (full) return { ...transient("disk_full", message), machine: "disk" };
  if (isScarce(error.code)) return withoutRoom("A check", error.code);
  return { class: "config_error", restart: "terminal", message, evidence: [] };
}

function withoutRoom(what: string, reason: string): Failure {
  return { ...transient("out_of_memory", noRoom(what, reason)), machine: "room", evidence: [reason] };
}

function transient(kind: Failure["class"], message: string): Failure {
  return { class: kind, restart: "transient", message, evidence: [] };
}
