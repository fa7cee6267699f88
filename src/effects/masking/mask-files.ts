/**
 * What an attempt left in its folder, without the secrets in it: its output, what it said as its result, what it was told.
 * Done when it has ended, in place and letter for letter, so that every place in a file stays where it was and whoever
 * reads it by offset reads on. Files of the workspace are the agent's and are never touched. What cannot be done now is
 * left: it is masked wherever it is shown.
 */
import { constants } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { findSecrets } from "../../domain/secrets/find-secrets.ts";

const OURS = /^(?:(?:out|err)\.\d+|inbox\.jsonl|keeper\.log)$/;

/** `result`: it lies where anybody may have put any number of files. */
export async function maskFiles(dir: string, result: string): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  const ours = names.filter((each) => OURS.test(each)).map((name) => join(dir, name));
  for (const file of [...ours, result]) await maskFile(file).catch(() => {});
}

/** An agent can have put anything there: no link is followed, nothing is waited for. */
const FLAGS = constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const PART_BYTES = 256 * 1024;
/** A secret is shorter, so one that a part ends within is whole in the next. */
const OVERLAP_BYTES = 40 * 1024;

const STEP_BYTES = PART_BYTES - OVERLAP_BYTES;
/** A file of any size costs no more than this, at each end: a hole of 200 GB is a file too. What lies between nobody shows. */
const END_BYTES = 64 * 1024 * 1024;

function rangesOf(size: number): readonly (readonly [number, number])[] {
  if (size <= 2 * END_BYTES) return [[0, size]];
  return [
    [0, END_BYTES],
    [size - END_BYTES, size],
  ];
}

async function maskFile(path: string): Promise<void> {
  const file = await open(path, FLAGS);
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.nlink > 1) return;
    // Whoever wrote it may have let others read it.
    if ((stat.mode & 0o077) !== 0) await file.chmod(0o600);
    for (const [from, to] of rangesOf(stat.size))
      for (let at = from; at < to; at += STEP_BYTES) await maskPart(file, at, Math.min(PART_BYTES, to - at));
  } finally {
    await file.close();
  }
}

/** Read as bytes, so that places in the text are places in the file; secrets are ASCII. */
async function maskPart(file: FileHandle, at: number, length: number): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
  const text = buffer.toString("latin1", 0, bytesRead);
  for (const { from, to } of findSecrets(text)) {
    const stars = text.slice(from, to).replaceAll(/[^\n]/g, "*");
    await file.write(Buffer.from(stars, "latin1"), 0, stars.length, at + from);
  }
}
