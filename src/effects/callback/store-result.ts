/**
 * A result that was reported goes where adapters look for results: into the file REEVE_RESULT names, by rename, so that it
 * is whole or not there. Taken back it is only as long as it is still the one that was put there.
 */
import { rm } from "node:fs/promises";
import type { BlockedResult, DoneResult } from "../../domain/work/outcome.ts";
import { makeFolder } from "../files/make-folder.ts";
import { isOperating } from "../files/operating-error.ts";
import { writeWhole } from "../files/write-whole.ts";
import { type AttemptFolder, readResult } from "../processes/attempt-folder.ts";

export type Result = DoneResult | BlockedResult;

/** The sentence that says why it could not be written, or null. */
export async function storeResult(folder: AttemptFolder, result: Result): Promise<string | null> {
  try {
    await makeFolder(folder.handIn, 0o700);
    await writeWhole(folder.result, textOf(result), { isShared: true, mode: 0o600 });
    return null;
  } catch (error) {
    if (!isOperating(error)) throw error;
    return error.message;
  }
}

export async function takeBackResult(folder: AttemptFolder, result: Result): Promise<void> {
  if ((await readResult(folder)) === textOf(result)) await rm(folder.result, { force: true }).catch(() => {});
}

function textOf(result: Result): string {
  return `${JSON.stringify(result)}\n`;
}
