/**
 * Texts beside commits, as git's notes under `refs/notes/reeve`. All of a run's are written by one git, which moves the ref
 * only if nobody else has moved it meanwhile. Whoever clones does not get them by itself. What they say is not looked at.
 */
import { randomUUID } from "node:crypto";
import type { Git } from "../git/git.ts";

export const NOTES_REF = "refs/notes/reeve";

export type NotesRead =
  | {
      readonly ok: true;
      /** False: the ref is not there, in a clone most likely because nobody fetched it. */
      readonly isThere: boolean;
      /** Commit → text. */
      readonly notes: ReadonlyMap<string, string>;
    }
  | { readonly ok: false; readonly message: string };

/** More than any run's receipts on one commit. */
const NOTE_BYTES_MAX = 8 * 1024 * 1024;

export async function readNotes(git: Git): Promise<NotesRead> {
  const ref = await git.run(["rev-parse", "--verify", "--quiet", NOTES_REF], { okCodes: [1] });
  if (!ref.ok) return { ok: false, message: ref.failure.message };
  if (ref.code === 1) return { ok: true, isThere: false, notes: new Map() };
  const list = await git.run(["notes", `--ref=${NOTES_REF}`, "list"]);
  if (!list.ok) return { ok: false, message: list.failure.message };
  const pairs = list.out.split("\n").flatMap((line) => {
    const [blob, commit] = line.split(" ");
    return blob && commit ? [{ blob, commit }] : [];
  });
  const texts = await textsOf(git, [...new Set(pairs.map(({ blob }) => blob))]);
  if (texts === null) return { ok: false, message: `The notes under ${NOTES_REF} cannot be read.` };
  const notes = new Map(pairs.flatMap(({ blob, commit }) => pairOf(commit, texts.get(blob))));
  return { ok: true, isThere: true, notes };
}

function pairOf(commit: string, text: string | undefined): [string, string][] {
  return text === undefined ? [] : [[commit, text]];
}

/** Null: git failed. What is too large is left out. */
async function textsOf(git: Git, blobs: readonly string[]): Promise<ReadonlyMap<string, string> | null> {
  if (blobs.length === 0) return new Map();
  const sizes = await git.run(["cat-file", "--batch-check=%(objectname) %(objectsize)"], { input: lines(blobs) });
  if (!sizes.ok) return null;
  const small = sizes.out.split("\n").flatMap((line) => {
    const [blob, size] = line.split(" ");
    return blob && Number(size) <= NOTE_BYTES_MAX ? [blob] : [];
  });
  // Nobody who wrote a note could know what stands between two of them.
  const between = randomUUID();
  const read = await git.run(["cat-file", `--batch=${between} %(objectname)`], { input: lines(small) });
  if (!read.ok) return null;
  const parts = read.out.split(`${between} `).slice(1);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf("\n")), part.slice(part.indexOf("\n") + 1, -1)]));
}

function lines(names: readonly string[]): string {
  return names.map((name) => `${name}\n`).join("");
}

export interface NotesWish {
  /** Commit → the whole text; empty: no note any more. */
  readonly notes: ReadonlyMap<string, string>;
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Null: they are written. Otherwise why not; `moved`: somebody else wrote at the same time. */
export async function writeNotes(git: Git, { notes, message, at }: NotesWish): Promise<string | "moved" | null> {
  if (notes.size === 0) return null;
  const before = await git.run(["rev-parse", "--verify", "--quiet", NOTES_REF], { okCodes: [1] });
  if (!before.ok) return before.failure.message;
  const stream = [
    `commit ${NOTES_REF}`,
    `committer Reeve <reeve@localhost> ${Math.floor(at / 1_000)} +0000`,
    data(message),
    ...(before.code === 0 ? [`from ${before.out.trim()}`] : []),
    ...[...notes].flatMap(([commit, text]) =>
      text === "" ? [`N ${"0".repeat(commit.length)} ${commit}`] : [`N inline ${commit}`, data(text)],
    ),
    "done",
    "",
  ].join("\n");
  const done = await git.run(["fast-import", "--quiet", "--done", "--date-format=raw"], { input: stream });
  if (done.ok) return null;
  return /not updating|cannot lock ref/i.test(done.err) ? "moved" : done.failure.message;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}
