/**
 * What this Reeve knows of a run's integration without starting a git: where it saw or put the refs last, confirmed each
 * time by the two files git keeps them in. Such a file, where there is one, is what git itself goes by, and it is replaced
 * as a whole (gitrepository-layout). Refs that are packed, in a reftable, moved or gone are not known here: git is asked.
 * It never writes.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Head } from "./integration-refs.ts";

export interface KnownHead {
  /** Null: git has to be asked. */
  readonly confirm: () => Promise<Head | null>;
  /** Git says, or was just told, that both refs are here. */
  readonly saw: (head: Head) => void;
}

export function openKnownHead(commonDir: string, refs: readonly string[]): KnownHead {
  let last: Head | null = null;
  const confirm = async (): Promise<Head | null> => {
    const known = last;
    if (known === null) return null;
    const texts = await Promise.all(refs.map((ref) => readFile(join(commonDir, ref), "utf8").catch(() => "")));
    return texts.every((text) => text === `${known.commit}\n`) ? known : null;
  };
  return {
    confirm,
    saw: (head) => {
      last = head;
    },
  };
}
