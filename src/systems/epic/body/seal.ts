/** Whether a person edited the Work Items since the last checkpoint: every writer of ours leaves a digest of the table beside its time. The edit counts either way. */
import { createHash } from "node:crypto";
import type { EpicBody } from "./epic-body.ts";
import { withFields } from "./notes.ts";
import { readBody } from "./read-body.ts";
import { writeBody } from "./write-body.ts";

/** The same text with the digest of its table; a text that cannot be read stays as it is. */
export function sealed(text: string, file: string): string {
  const read = readBody(text, file);
  if (!read.ok || read.body.lastCheckpoint === "") return text;
  const at = read.body.lastCheckpoint.replace(SEAL, "");
  return writeBody(read.body, { state: { "Last checkpoint": `${at} · items ${digestOf(read.body)}` } });
}

/** For whoever writes between two ticks: an edit by hand that no tick has noted yet stays one. */
export function resealed(before: EpicBody, text: string): string {
  return wasEdited(before) ? text : sealed(text, before.file);
}

export function wasEdited(body: EpicBody): boolean {
  const found = SEAL.exec(body.lastCheckpoint);
  return found !== null && found[1] !== digestOf(body);
}

const SEAL = / · items ([0-9a-f]{8})$/;

function digestOf({ text, tables }: EpicBody): string {
  const rows = tables.items?.rows.map(({ start, end }) => text.slice(start, end).trim()) ?? [];
  return createHash("sha256").update(rows.join("\n")).digest("hex").slice(0, 8);
}

/** Of everything but what workers write of themselves: they may end at any moment. A text that cannot be read is itself. */
export function digestBesideSignals(text: string, file: string): string {
  const read = readBody(text, file);
  if (!read.ok) return text;
  const { persons, patterns, status, items } = read.body;
  const rows = items
    .filter(({ id }) => !/-next\d+$/.test(id))
    .map(({ id, title, status: own, worker, notes }) => [
      id,
      title,
      own,
      worker,
      withFields(notes, { exit: null, branch: null, now: null }),
    ]);
  return createHash("sha256")
    .update(JSON.stringify([persons, patterns, status, rows]))
    .digest("hex");
}
