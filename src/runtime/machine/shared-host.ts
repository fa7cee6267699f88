/**
 * What the runs of this machine tell each other about their agents, whatever project they are of: how many work now, what those will
 * still take, and what each kind has taken at most. One small file per run in the user's state folder. A run that has not been
 * heard of for a while counts for nothing now; what its agents took stays known.
 */
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { writeWholeSync } from "../../effects/files/write-whole.ts";

export interface HostNote {
  readonly agents: number;
  /** What they will still take, by what their kind took before. */
  readonly promisedMb: number;
  /** The most that an agent of a kind took. */
  readonly peaks: Readonly<Record<string, number>>;
}

interface Written extends HostNote {
  /** Usage limits it met: until when, by a digest of the login. Absent in older notes. */
  readonly limits?: Readonly<Record<string, number>>;
}

const SILENT_MS = 30_000;
/** Enough to know what agents take; older ones are forgotten. */
const NOTES_MAX = 60;

export class SharedHost {
  readonly #dir: string | null;
  readonly #file: string;
  readonly #now: () => number;
  /** Usage limits that are told with the next note. */
  limits: Readonly<Record<string, number>> = {};

  /** `dir` null: nobody is told, and nobody heard of. */
  constructor(dir: string | null, name: string, now: () => number) {
    this.#dir = dir;
    this.#file = `${name}.json`;
    this.#now = now;
  }

  /** Written with every look, so that its age says that somebody is there. */
  tell(note: HostNote): void {
    if (this.#dir === null) return;
    try {
      makeFolderSync(this.#dir, 0o700);
      writeWholeSync(join(this.#dir, this.#file), JSON.stringify({ ...note, limits: this.limits }), { mode: 0o600 });
    } catch {
      // With the next look it is tried again.
    }
  }

  /** Those that others met, whether they still work or not. */
  othersLimits(): Readonly<Record<string, number>> {
    const limits: Record<string, number> = {};
    for (const { name, note } of this.#notes())
      if (name !== this.#file)
        for (const [key, until] of Object.entries(note.limits ?? {})) limits[key] = Math.max(limits[key] ?? 0, until);
    return limits;
  }

  others(): HostNote {
    const found = this.#notes();
    const now = found.filter(({ at, name }) => name !== this.#file && this.#now() - at < SILENT_MS);
    const peaks: Record<string, number> = {};
    for (const { note } of found)
      for (const [kind, mb] of Object.entries(note.peaks)) peaks[kind] = Math.max(peaks[kind] ?? 0, mb);
    return {
      agents: now.reduce((sum, { note }) => sum + note.agents, 0),
      promisedMb: now.reduce((sum, { note }) => sum + note.promisedMb, 0),
      peaks,
    };
  }

  #notes(): readonly { readonly name: string; readonly at: number; readonly note: Written }[] {
    const dir = this.#dir;
    if (dir === null) return [];
    const all = namesIn(dir).flatMap((name) => {
      const note = readNote(join(dir, name));
      return note === null ? [] : [{ name, ...note }];
    });
    const sorted = all.toSorted((a, b) => b.at - a.at);
    for (const { name } of sorted.slice(NOTES_MAX)) rmSync(join(dir, name), { force: true });
    return sorted.slice(0, NOTES_MAX);
  }
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
}

function readNote(path: string): { readonly at: number; readonly note: Written } | null {
  try {
    const { agents, promisedMb, peaks, limits = {} } = JSON.parse(readFileSync(path, "utf8")) as Written;
    const numbers = [agents, promisedMb, ...Object.values(peaks), ...Object.values(limits)];
    if (!numbers.every((each) => Number.isFinite(each) && each >= 0)) return null;
    return { at: statSync(path).mtimeMs, note: { agents, promisedMb, peaks, limits } };
  } catch {
    return null;
  }
}
