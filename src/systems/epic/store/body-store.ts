/**
 * Where a body is kept: a file, or a branch that several machines share. Contract: `write` replaces exactly the text that was
 * read, as a whole or not at all; whoever was quicker is never overwritten. Nothing here throws for what files, git or others do.
 */

/** Why a body cannot be read or written; `mayPass`: by itself, as when a remote is away, so whoever stays tries again. */
export interface StoreTrouble {
  readonly sentence: string;
  readonly mayPass?: true;
}

export type StoreRead = { readonly ok: true; readonly text: string } | ({ readonly ok: false } & StoreTrouble);

export type StoreWrite =
  | { readonly type: "written" }
  /** Somebody else has written since it was read; nothing was changed. */
  | { readonly type: "changed" }
  | ({ readonly type: "failed" } & StoreTrouble);

export interface BodyStore {
  /** As sentences and mistakes name it. */
  readonly file: string;
  readonly read: () => Promise<StoreRead>;
  /** `about`: one line for the history, where there is one. */
  readonly write: (before: string, after: string, about: string) => Promise<StoreWrite>;
}

const ROUNDS_MAX = 50;

/** Reads, changes and writes until nobody came between; `change` gives null where there is nothing to write. */
export async function updateBody(
  store: BodyStore,
  change: (text: string) => string | null,
  about: string,
): Promise<{ readonly type: "written" | "nothing" } | ({ readonly type: "failed" } & StoreTrouble)> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const read = await store.read();
    if (!read.ok) {
      const { ok: _, ...trouble } = read;
      return { type: "failed", ...trouble };
    }
    const after = change(read.text);
    if (after === null || after === read.text) return { type: "nothing" };
    const written = await store.write(read.text, after, about);
    if (written.type !== "changed") return written;
  }
  return {
    type: "failed",
    sentence: `${store.file} is changed by others again and again; try later.`,
    mayPass: true,
  };
}
