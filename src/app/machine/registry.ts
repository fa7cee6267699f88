/**
 * Which projects of this machine Reeve has worked on: one small file each in the user's state folder, so that two at once never
 * write the same one. Where that folder cannot be written nothing is noted, and nobody is kept from working. It knows places,
 * never what is in them.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { asMapping } from "../../basics/loose.ts";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import type { MachineMoney } from "../../runtime/machine/machine-money.ts";
import { type Project, projectAt, projectName } from "../project/project.ts";

export function noteProject(project: Project, env: NodeJS.ProcessEnv): void {
  const dir = registryDir(env);
  if (dir === null) return;
  const { root, stateDir } = project;
  try {
    makeFolderSync(dir, 0o700);
    writeFileSync(join(dir, `${projectName(project)}.json`), JSON.stringify({ root, stateDir }), { mode: 0o600 });
  } catch {} // Nobody misses it before `reeve ps`, which says what it cannot read.
}

/** Those that are still there, by place; what is gone is forgotten. */
export function notedProjects(env: NodeJS.ProcessEnv): readonly Project[] {
  const dir = registryDir(env);
  if (dir === null || !existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => read(join(dir, name)) ?? [])
    .toSorted((a, b) => (a.root < b.root ? -1 : 1));
}

function read(file: string): Project | null {
  try {
    const { root, stateDir } = asMapping(JSON.parse(readFileSync(file, "utf8")));
    if (typeof root !== "string" || typeof stateDir !== "string") return null;
    if (existsSync(stateDir)) return projectAt(root, stateDir);
    rmSync(file, { force: true });
    return null;
  } catch {
    return null;
  }
}

function registryDir(env: NodeJS.ProcessEnv): string | null {
  const dir = userDir(env);
  return dir === null ? null : join(dir, "projects");
}

/** That the brake of the whole machine is pulled. */
export function machineBrakeFile(env: NodeJS.ProcessEnv): string | null {
  const dir = userDir(env);
  return dir === null ? null : join(dir, "brake.json");
}

/** Where runs tell each other what their agents take of the machine. */
export function hostNotesDir(env: NodeJS.ProcessEnv): string | null {
  const dir = userDir(env);
  return dir === null ? null : join(dir, "agents");
}

/** Where runs tell each other what they used today, and where it is said how much all may; null: this user has no place for it. */
export function machineMoneyOf(env: NodeJS.ProcessEnv): Pick<MachineMoney, "dir" | "capFile"> | null {
  const dir = userDir(env);
  return dir === null ? null : { dir: join(dir, "spending"), capFile: join(dir, "cap.json") };
}

export function runMoneyOf(env: NodeJS.ProcessEnv, project: Project, run: string): MachineMoney | null {
  const files = machineMoneyOf(env);
  return files === null ? null : { ...files, name: `${projectName(project)}-${run}`, project: project.root, run };
}

/** Where `reeve up` leaves word of itself. */
export function serviceDir(env: NodeJS.ProcessEnv): string | null {
  const dir = userDir(env);
  return dir === null ? null : join(dir, "up");
}

/** Null: this user has no home. */
function userDir({ XDG_STATE_HOME: state, HOME: home = homedir() }: NodeJS.ProcessEnv): string | null {
  if (state !== undefined && state !== "") return join(state, "reeve");
  return home === "" ? null : join(home, ".local", "state", "reeve");
}
