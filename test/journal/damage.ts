/** How tests damage a journal, and what they expect of everybody who then meets it. */
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { JournalError } from "../../src/journal/journal-error.ts";
import type { runFiles } from "../../src/journal/sqlite/run-files.ts";
import { sqliteRuns } from "../../src/journal/sqlite/sqlite-store.ts";
import { openLedger } from "./scratch.ts";

/** Reading gives the sound part, then the error; the writer refuses; the full check agrees; not a byte changes. */
export async function expectDamage(
  files: ReturnType<typeof runFiles>,
  expected: { readableTo?: number; why?: string },
): Promise<number> {
  const bytes = readFileSync(files.journal);
  const stateDir = join(files.dir, "../..");
  const runs = sqliteRuns(stateDir);
  const seqs: number[] = [];
  let thrown: unknown;
  try {
    for await (const { seq } of runs.read("r", 1)) seqs.push(seq);
  } catch (error) {
    thrown = error;
  }
  if (!(thrown instanceof JournalError)) throw new Error(`expected a JournalError, got ${thrown}`);
  expect(thrown.kind).toBe("corrupt");
  expect(seqs).toEqual(Array.from({ length: thrown.readableTo ?? -1 }, (_, place) => place + 1));
  if (expected.readableTo !== undefined) expect(thrown.readableTo).toBe(expected.readableTo);
  expect(thrown.sentence).toContain(expected.why ?? "");
  expect(thrown.sentence).toContain(files.journal);
  await expect(openLedger(stateDir, {}, true)).rejects.toThrow(JournalError);
  expect(await runs.verify("r")).toMatchObject({ sound: false, readableTo: seqs.length });
  expect(readFileSync(files.journal).equals(bytes)).toBe(true);
  return seqs.length;
}

/** The rows of the last statement. */
export function sql(path: string, ...statements: string[]): Record<string, unknown>[] {
  const database = new DatabaseSync(path);
  try {
    return statements.map((statement) => database.prepare(statement).all()).at(-1) ?? [];
  } finally {
    database.close();
  }
}

export function overwrite(path: string, at: number, length: number): void {
  const fd = openSync(path, "r+");
  writeSync(fd, Buffer.alloc(length, 0xa5), 0, length, at);
  closeSync(fd);
}
