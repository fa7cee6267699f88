/**
 * Where a project and its runs are on disk. The project is the nearest folder upwards that has a reeve.yaml, a .reeve
 * or a .git; runs are numbered folders below the state folder. It finds and makes folders; what lies in them is the store's.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { openRuns } from "../../journal/open-runs.ts";
import type { Runs } from "../../journal/runs.ts";
import type { RunPlace } from "../../runtime/run/run-place.ts";

export interface Project {
  readonly root: string;
  readonly stateDir: string;
  /** Its runs, whoever keeps them. */
  readonly runs: Runs;
}

export const CONFIG_FILE = "reeve.yaml";
export const PLAN_FILE = "plan.yaml";
export const STATE_DIR = ".reeve";

export function findProject(cwd: string): Project {
  const root = nearest(cwd, [CONFIG_FILE, STATE_DIR]) ?? nearest(cwd, [".git"]) ?? resolve(cwd);
  return projectAt(root, join(root, stateDirName(root)));
}

export function projectAt(root: string, stateDir: string): Project {
  return { root, stateDir, runs: openRuns({ stateDir }) };
}

/** Its folder's name, and enough of its place to tell it from another of that name. */
export function projectName({ root }: Project): string {
  // Loaded here: whoever only watches a run does without its memory.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return `${basename(root)}-${createHash("sha256").update(root).digest("hex").slice(0, 6)}`;
}

export function runPlace(project: Project, id: string): RunPlace {
  return { id, dir: join(project.stateDir, "runs", id) };
}

/** Oldest first; also those whose journal is gone, so that nobody takes an older run for the newest. */
export async function listRuns(project: Project): Promise<RunPlace[]> {
  return (await project.runs.list()).map((id) => runPlace(project, id));
}

/** Takes the next free number, above those in use elsewhere; two Reeves that try at once get two different ones. */
export async function makeRun(project: Project, elsewhere: readonly string[] = []): Promise<RunPlace> {
  ignoreByGit(project.stateDir);
  const place = runPlace(project, await project.runs.create(elsewhere));
  makeFolderSync(place.dir, 0o700);
  return place;
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

/** The state folder is its user's alone, and ignores itself, so the user's own ignore files stay untouched. */
export function ignoreByGit(stateDir: string): void {
  makeFolderSync(stateDir, 0o700);
  const file = join(stateDir, ".gitignore");
  if (!existsSync(file)) writeFileSync(file, "*\n", { mode: 0o600 });
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
