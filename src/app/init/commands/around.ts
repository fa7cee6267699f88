/** A look at the files of a project's folder, for whoever reads its commands off them. Bounded; what cannot be read is not there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { asMapping } from "../../../basics/loose.ts";

export type CommandKind = "test" | "lint" | "types";

export interface FoundCommand {
  readonly kind: CommandKind;
  readonly run: string;
  /** The file that speaks of it. */
  readonly from: string;
}

export interface Around {
  readonly names: ReadonlySet<string>;
  /** Empty where there is no such file. */
  readonly text: (name: string) => string;
  readonly has: (...names: readonly string[]) => boolean;
  /** The folder has a file that fits. */
  readonly holds: (dir: string, fits: RegExp) => boolean;
  /** The package.json of each folder in the folder. */
  readonly manifestsBelow: (dir: string) => readonly string[];
  /** One of the first files that fit in the folder says so. */
  readonly says: (dir: string, fits: RegExp, what: RegExp) => boolean;
}

export type Look = (here: Around) => readonly FoundCommand[];

const TEXT_LENGTH_MAX = 1_000_000;
const NAMES_MAX = 5_000;
const FILES_READ_MAX = 20;
const FOLDERS_READ_MAX = 100;

export function lookAround(folder: string): Around {
  const names = new Set(namesIn(folder));
  const has = (...wanted: readonly string[]) => wanted.some((name) => names.has(name));
  return {
    names,
    has,
    text: (name) => (names.has(name) ? readText(join(folder, name)) : ""),
    holds: (dir, fits) => names.has(dir) && namesIn(join(folder, dir)).some((name) => fits.test(name)),
    manifestsBelow: (dir) =>
      namesIn(join(folder, dir))
        .slice(0, FOLDERS_READ_MAX)
        .map((name) => readText(join(folder, dir, name, "package.json")))
        .filter((text) => text !== ""),
    says: (dir, fits, what) =>
      namesIn(join(folder, dir))
        .filter((name) => fits.test(name))
        .slice(0, FILES_READ_MAX)
        .some((name) => what.test(readText(join(folder, dir, name)))),
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).slice(0, NAMES_MAX);
  } catch {
    return [];
  }
}

function readText(path: string): string {
  try {
    return existsSync(path) ? readFileSync(path, "utf8").slice(0, TEXT_LENGTH_MAX) : "";
  } catch {
    return "";
  }
}

/** A manifest in JSON; what is none reads as empty. */
export function manifestOf(text: string): ReturnType<typeof asMapping> {
  try {
    return asMapping(JSON.parse(text));
  } catch {
    return {};
  }
}
