/** Why a call to a running tree was refused: OTP's reason, a sentence, and what to do. A closed list. */
import type { CallErrorName, TreeReply } from "../../domain/tree/tree.ts";

export type TreeErrorCode = CallErrorName | "failed_to_start_child";

/** A running tree refused a call: OTP's reason as a code, a sentence, and what to do next. */
export class TreeError extends Error {
  override readonly name = "TreeError";
  readonly code: TreeErrorCode;
  /** What to do about it. */
  readonly next: string;

  constructor(code: TreeErrorCode, about: string) {
    const [sentence, next] = WORDS[code];
    super(`${about}: ${sentence}.`);
    this.code = code;
    this.next = next;
  }
}

export function treeError(reply: Extract<TreeReply, { type: "error" }>, about: string): TreeError {
  return new TreeError(reply.error, reply.error === "failed_to_start_child" ? reply.id : about);
}

const WORDS: Readonly<Record<TreeErrorCode, readonly [sentence: string, next: string]>> = {
  not_found: ["there is no such child", "Ask whichChildren() for those there are."],
  running: ["it is running", "Terminate it first."],
  restarting: ["it is about to be restarted", "Terminate it first, or wait."],
  already_present: ["a child of this name is listed and stopped", "Restart it, or delete it first."],
  already_started: ["a child of this name is running", "Choose another name."],
  simple_one_for_one: [
    "this is a pool, whose members have no names",
    "Terminate members by their path's number, `#n`.",
  ],
  start_failed: ["it could not be started", "Look at why `begin` failed."],
  noproc: ["there is no such supervisor at work", "Name the path of one that runs."],
  failed_to_start_child: ["it could not be started, so nothing was", "Look at why `begin` failed."],
  duplicate_child_name: ["two children have this name", "Give each its own."],
  bad_combination: ["what it says of restart and significance does not fit together", "See checkChildSpecs()."],
  bad_start_spec: ["its specification is not whole", "Build it with defineChild()."],
  bad_id: ["its name would make paths ambiguous", "Leave out `/` and `#`."],
};
