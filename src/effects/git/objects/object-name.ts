/** What git calls an object: the hash of all that it holds. Names of that kind are worked out here and never believed; nothing is read. */
import { createHash, type Hash } from "node:crypto";

/** Whose name has this length. */
export function hashLike(name: string): Hash {
  return createHash(name.length === SHA256_LENGTH ? "sha256" : "sha1");
}

const SHA256_LENGTH = 64;

export function blobName(like: string, bytes: Buffer): string {
  return hashLike(like).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** A line of an index. The path is one character per byte. */
export interface IndexEntry {
  readonly mode: string;
  readonly name: string;
  readonly path: string;
}

/** Of the whole index, which is in the order that trees are in. `like` is a name of the same repository. */
export function treeName(like: string, entries: readonly IndexEntry[]): string {
  let at = 0;
  const nameBelow = (prefix: string): Buffer => {
    const parts: Buffer[] = [];
    for (let entry = entries[at]; entry?.path.startsWith(prefix); entry = entries[at]) {
      const rest = entry.path.slice(prefix.length);
      const slash = rest.indexOf("/");
      const [mode, title] = slash < 0 ? [entry.mode, rest] : [FOLDER, rest.slice(0, slash)];
      if (slash < 0) at += 1;
      const name = slash < 0 ? Buffer.from(entry.name, "hex") : nameBelow(`${prefix}${title}/`);
      parts.push(Buffer.from(`${mode} ${title}\0`, "latin1"), name);
    }
    const bytes = Buffer.concat(parts);
    return hashLike(like).update(`tree ${bytes.length}\0`).update(bytes).digest();
  };
  return nameBelow("").toString("hex");
}

const FOLDER = "40000";
