/**
 * Where a project and its runs are on disk. The project is the nearest folder upwards that has a reeve.yaml, a .reeve
 * or a .git; runs are numbered folders below the state folder. It finds and makes folders, and opens nothing in them.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { RunPlace } from "../../runtime/run-place.ts";

export interface Project {
  readonly root: string;
  readonly stateDir: string;
}

export const CONFIG_FILE = "reeve.yaml";
export const PLAN_FILE = "plan.yaml";
const STATE_DIR = ".reeve";

export function findProject(cwd: string): Project {
  const root = nearest(cwd, [CONFIG_FILE, STATE_DIR]) ?? nearest(cwd, [".git"]) ?? resolve(cwd);
  return { root, stateDir: join(root, stateDirName(root)) };
}

/** Its folder's name, and enough of its place to tell it from another of that name. */
export function projectName({ root }: Project): string {
  return `${basename(root)}-${createHash("sha256").update(root).digest("hex").slice(0, 6)}`;
}

export function runPlace(project: Project, id: string): RunPlace {
  return { id, dir: join(project.stateDir, "runs", id) };
}

/** Oldest first; also those whose journal is gone, so that nobody takes an older run for the newest. */
export function listRuns(project: Project): RunPlace[] {
  const dir = join(project.stateDir, "runs");
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => RUN_ID.test(name) && JOURNAL_FILES.some((file) => existsSync(join(dir, name, file))))
    .sort((a, b) => numberOf(a) - numberOf(b))
    .map((id) => ({ id, dir: join(dir, id) }));
}

/** Takes the next free number, above those in use elsewhere; two Reeves that try at once get two different ones. */
export function makeRun(project: Project, elsewhere: readonly string[] = []): RunPlace {
  const dir = join(project.stateDir, "runs");
  mkdirSync(dir, { recursive: true });
  ignoreByGit(project.stateDir);
  const taken = [...readdirSync(dir), ...elsewhere].filter((name) => RUN_ID.test(name)).map(numberOf);
  for (let number = Math.max(0, ...taken) + 1; ; number += 1) {
    const place = { id: `r${number}`, dir: join(dir, `r${number}`) };
    if (makeFolder(place.dir)) return place;
  }
}

/** The plan that is meant where none is named. */
export function standardPlan(project: Project, cwd: string): string {
  return shown(join(project.root, PLAN_FILE), cwd);
}

/** As a person would name it from where they stand. */
export function shown(path: string, cwd: string = process.cwd()): string {
  const short = relative(cwd, path);
  return short === "" ? "." : short.startsWith("..") ? path : short;
}

const JOURNAL_FILES = ["journal.db", "journal.mark"];
const RUN_ID = /^r[1-9][0-9]*$/;

function numberOf(id: string): number {
  return Number(id.slice(1));
}

function makeFolder(dir: string): boolean {
  try {
    mkdirSync(dir);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** The state folder ignores itself, so the user's own ignore files stay untouched. */
export function ignoreByGit(stateDir: string): void {
  const file = join(stateDir, ".gitignore");
  if (!existsSync(file)) writeFileSync(file, "*\n");
}

function nearest(cwd: string, names: readonly string[]): string | undefined {
  for (let dir = resolve(cwd); ; dir = dirname(dir)) {
    if (names.some((name) => existsSync(join(dir, name)))) return dir;
    if (dirname(dir) === dir) return undefined;
  }
}

/** `state` below `paths`, as a block or in braces; the same word elsewhere means something else. */
const STATE_PATH =
  /^paths:[ \t]*(?:\{[^}\n]*?\bstate:|(?:#.*)?\r?\n(?:[ \t]+.*\r?\n|\r?\n)*?[ \t]+state:)[ \t]*["']?([^"'\s},#]+)/m;

/** Read without the YAML parser, because `status` must be quick; the full check of the file happens in `check` and `run`. */
function stateDirName(root: string): string {
  const file = join(root, CONFIG_FILE);
  if (!existsSync(file)) return STATE_DIR;
  const match = STATE_PATH.exec(readFileSync(file, "utf8"));
  return match?.[1] ?? STATE_DIR;
}
