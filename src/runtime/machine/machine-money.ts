/**
 * What all projects of this machine may use in a day, and what their runs have used of it: one small file says the limit, and one
 * per run what it used today, in the user's state folder. The journal of a run stays the truth about that run; files of
 * earlier days are removed. It stops nobody.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { asMapping } from "../../basics/loose.ts";
import type { Money } from "../../domain/spec/caps.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { writeWholeSync } from "../../effects/files/write-whole.ts";
import { jsonNamesIn, readUsed, sumOfUsage } from "./spending-files.ts";

export interface MachineMoney {
  /** Where each run tells what it used today. */
  readonly dir: string;
  /** Where the limit is said. */
  readonly capFile: string;
  /** What this run is called there. */
  readonly name: string;
  readonly project: string;
  readonly run: string;
}

/** What a run used on a day. */
export interface UsedBy {
  readonly name: string;
  readonly project: string;
  readonly run: string;
  readonly used: Usage;
}

/** As it is written down. A limit for one day replaces the other on that day. */
export interface MachineCap {
  readonly limit?: Money;
  readonly today?: { readonly day: number; readonly limit: Money };
}

/** Null: there is none. Throws where it cannot be read: a limit that nobody knows would hold nobody. */
export function machineLimit(capFile: string, day: number): Money | null {
  const { limit, today } = readCap(capFile);
  return today?.day === day ? today.limit : (limit ?? null);
}

export function readCap(capFile: string): MachineCap {
  let text: string;
  try {
    text = readFileSync(capFile, "utf8");
  } catch (error) {
    if (NO_FILE.has((error as NodeJS.ErrnoException).code ?? "")) return {};
    throw error;
  }
  const { limit, today } = asMapping(JSON.parse(text));
  const ofDay = asMapping(today);
  return {
    ...(isMoney(limit) && { limit }),
    ...(typeof ofDay["day"] === "number" &&
      isMoney(ofDay["limit"]) && { today: { day: ofDay["day"], limit: ofDay["limit"] } }),
  };
}

export function writeCap(capFile: string, cap: MachineCap): void {
  makeFolderSync(join(capFile, ".."), 0o700);
  writeWholeSync(capFile, `${JSON.stringify(cap)}\n`, { mode: 0o600, isShared: true });
}

export function tellUsed({ dir, name, project, run }: MachineMoney, day: number, today: Usage): void {
  makeFolderSync(dir, 0o700);
  const text = JSON.stringify({ project, run, day, today, total: today });
  writeWholeSync(join(dir, `${name}.json`), `${text}\n`, { mode: 0o600 });
}

/** Zones of runs may differ by a day: what is older than that is of no use to anybody, and goes. */
export function usedOn(dir: string, day: number): readonly UsedBy[] {
  return jsonNamesIn(dir).flatMap((file) => {
    const path = join(dir, file);
    const kept = readUsed(path);
    if (kept?.day === day) {
      const { project = "", run = "", today } = kept;
      return [{ name: file.slice(0, -".json".length), project, run, used: today }];
    }
    if (kept !== null && kept.day < day - 1) rmSync(path, { force: true });
    return [];
  });
}

/** Of all runs but this one. */
export function usedByOthers({ dir, name }: MachineMoney, day: number): Usage {
  return sumOfUsage(usedOn(dir, day).flatMap((each) => (each.name === name ? [] : [each.used])));
}

const NO_FILE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

function isMoney(value: unknown): value is Money {
  const { usd, tokens } = asMapping(value);
  const isAmount = (each: unknown) => each === undefined || (typeof each === "number" && each >= 0);
  return (usd !== undefined || tokens !== undefined) && isAmount(usd) && isAmount(tokens);
}
