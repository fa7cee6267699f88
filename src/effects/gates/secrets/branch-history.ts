/**
 * The texts a task's own commits bring into the history: all blobs of these commits, whatever they are encoded in, and the
 * messages. What is merged is all of these commits, not only what the last one looks like, and what is looked at is what
 * git holds, not what lies in a folder. Read from git in bounded parts; what they mean is decided by the gate that asks.
 */
import { randomUUID } from "node:crypto";
import type { Failure } from "../../../domain/proof/failure.ts";
import type { Git } from "../../git/git.ts";
import { forgedObject } from "../../git/objects/forged-object.ts";
import { blobName } from "../../git/objects/object-name.ts";

export interface PastText {
  /** Relative to the project; of a message its commit. */
  readonly path: string;
  readonly text: string;
  /** The last commit has it. */
  readonly isNow: boolean;
}

export type PastPart =
  | { readonly type: "texts"; readonly texts: readonly PastText[] }
  /** Not looked into: too large or too many. */
  | { readonly type: "unseen"; readonly paths: readonly string[] }
  | { readonly type: "failed"; readonly failure: Failure };

export interface Branch {
  readonly git: Git;
  readonly base: string;
  readonly commit: string;
  /** From a path as git names it. */
  readonly toProject: (path: string) => string;
}

const COMMITS_MAX = 10_000;
const BLOBS_MAX = 50_000;
const BLOB_BYTES_MAX = 64 * 1024 * 1024;
const PART_BYTES_MAX = 8 * 1024 * 1024;
const ALL_BYTES_MAX = 256 * 1024 * 1024;

/** Ends with the first part that failed. */
export async function* readHistory(branch: Branch): AsyncGenerator<PastPart> {
  const { git, base, commit } = branch;
  if (base === commit) return;
  const range = `${base}..${commit}`;
  const format = ["--format=%H%n%B%x00", `--max-count=${COMMITS_MAX + 1}`];
  const log = await git.run(["log", "--no-show-signature", ...format, range, "--"]);
  if (!log.ok) return yield { type: "failed", failure: log.failure };
  const messages = messagesIn(log.out);
  yield { type: "texts", texts: messages.slice(0, COMMITS_MAX) };
  if (messages.length > COMMITS_MAX) yield { type: "unseen", paths: [`commits before the last ${COMMITS_MAX}`] };
  yield* readBlobs(branch, range);
}

async function* readBlobs({ git, base, commit, toProject }: Branch, range: string): AsyncGenerator<PastPart> {
  const [objects, now] = await Promise.all([
    git.run(["rev-list", "--objects", range, "--"]),
    git.run(["diff-tree", "-r", "--raw", "--no-abbrev", "--no-renames", "-z", base, commit, "--"]),
  ]);
  if (!objects.ok) return yield { type: "failed", failure: objects.failure };
  if (!now.ok) return yield { type: "failed", failure: now.failure };
  const last = blobsAfter(now.out);
  const named = new Map([...namesIn(objects.out), ...last]);
  const sizes = await git.run(["cat-file", "--batch-check", "--buffer"], { input: inputOf([...named.keys()]) });
  if (!sizes.ok) return yield { type: "failed", failure: sizes.failure };
  const { parts, unseen } = partsOf(blobsIn(sizes.out, named));
  for (const part of parts) {
    const mark = `reeve-${randomUUID()}`;
    const input = inputOf(part.flatMap(({ id }) => [id, mark]));
    const read = await git.run(["cat-file", "--batch", "--buffer"], { input, oneCharacterPerByte: true });
    if (!read.ok) return yield { type: "failed", failure: read.failure };
    const found = bytesIn(read.out, mark, part);
    const untrue = found.find(({ id, content }) => blobName(id, content) !== id);
    if (untrue) return yield { type: "failed", failure: forgedObject(untrue.id, untrue.path) };
    const texts = found.flatMap(textsOf).map(({ id, path, text }) => ({
      path: toProject(path),
      text,
      isNow: last.has(id),
    }));
    yield { type: "texts", texts };
  }
  if (unseen.length > 0) yield { type: "unseen", paths: unseen.map(({ path }) => toProject(path)) };
}

function messagesIn(log: string): readonly PastText[] {
  const entries = log.split("\0").map((entry) => entry.trimStart());
  return entries
    .filter((entry) => entry !== "")
    .map((entry) => {
      const end = entry.indexOf("\n");
      return {
        path: `message of commit ${entry.slice(0, SHORT_LENGTH)}`,
        text: entry.slice(end + 1),
        isNow: false,
      };
    });
}

const SHORT_LENGTH = 10;
/** Blob → path, of `:<mode> <mode> <id> <id> <status>`, each with a path after it. */
function blobsAfter(raw: string): ReadonlyMap<string, string> {
  const fields = raw.split("\0");
  const found = fields.flatMap((field, at) => {
    const id = field.split(" ")[3] ?? "";
    return at % 2 === 0 && !/^0*$/.test(id) ? [[id, fields[at + 1] ?? ""] as const] : [];
  });
  return new Map(found);
}

interface Blob {
  readonly id: string;
  readonly path: string;
  readonly bytes: number;
}

/** Id → path of all trees and blobs. */
function namesIn(objects: string): ReadonlyMap<string, string> {
  const entries = objects.split("\n").map((line) => line.split(/ (.*)/s) as readonly string[]);
  return new Map(entries.flatMap(([id = "", path = ""]) => (path === "" ? [] : [[id, path] as const])));
}

function blobsIn(sizes: string, named: ReadonlyMap<string, string>): readonly Blob[] {
  return sizes.split("\n").flatMap((line) => {
    const [id = "", type, bytes] = line.split(" ");
    return type === "blob" ? [{ id, path: named.get(id) ?? id, bytes: Number(bytes) }] : [];
  });
}

function partsOf(blobs: readonly Blob[]): { readonly parts: readonly Blob[][]; readonly unseen: readonly Blob[] } {
  const parts: Blob[][] = [];
  const unseen: Blob[] = [];
  let all = 0;
  let room = 0;
  for (const [index, blob] of blobs.entries()) {
    if (index >= BLOBS_MAX || blob.bytes > BLOB_BYTES_MAX || all + blob.bytes > ALL_BYTES_MAX) {
      unseen.push(blob);
      continue;
    }
    all += blob.bytes;
    if (parts.length === 0 || blob.bytes > room) {
      parts.push([]);
      room = PART_BYTES_MAX;
    }
    room -= blob.bytes;
    parts.at(-1)?.push(blob);
  }
  return { parts, unseen };
}

function inputOf(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join("");
}

/** Between two stands a name that cannot be in either. */
function bytesIn(out: string, mark: string, blobs: readonly Blob[]): readonly (Blob & { readonly content: Buffer })[] {
  const parts = out.split(`\n${mark} missing\n`);
  return blobs.map((blob, index) => {
    const part = parts[index] ?? "";
    return { ...blob, content: Buffer.from(part.slice(part.indexOf("\n") + 1), "latin1") };
  });
}

function textsOf({ content, ...blob }: Blob & { readonly content: Buffer }): readonly (Blob & { text: string })[] {
  return readings(content.toString("utf8")).map((text) => ({ ...blob, text }));
}

/**
 * Keys are ASCII. In UTF-16 and UTF-32 each of their letters stands among zeros, whichever end comes first; without these
 * it reads as it would in any other text. In a binary file zeros stand before and after: there they part words.
 */
export function readings(text: string): readonly string[] {
  return text.includes("\0") ? [text.replaceAll("\0", ""), text.replaceAll("\0", " ")] : [text];
}
