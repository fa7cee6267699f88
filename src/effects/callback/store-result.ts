/**
 * A result that was reported goes where adapters look for results: into the file REEVE_RESULT names, by rename, so that it
 * is whole or not there. Taken back it is only as long as it is still the one that was put there.
 */
import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import type { BlockedResult, DoneResult } from "../../domain/outcome.ts";
import { type AttemptFolder, isOperating, readResult } from "../processes/attempt-folder.ts";

export type Result = DoneResult | BlockedResult;

/** The sentence that says why it could not be written, or null. */
export async function storeResult(folder: AttemptFolder, result: Result): Promise<string | null> {
  const temporary = `${folder.result}.${randomUUID()}.new`;
  try {
    await mkdir(folder.dir, { recursive: true });
    await writeFile(temporary, textOf(result), { flag: "wx" });
    await rename(temporary, folder.result);
    return null;
  } catch (error) {
    if (!isOperating(error)) throw error;
    await rm(temporary, { force: true }).catch(() => {});
    return error.message;
  }
}

export async function takeBackResult(folder: AttemptFolder, result: Result): Promise<void> {
  if ((await readResult(folder)) === textOf(result)) await rm(folder.result, { force: true }).catch(() => {});
}

function textOf(result: Result): string {
  return `${JSON.stringify(result)}\n`;
}
