/**
 * The brake of the whole machine: while it is pulled no run of any project begins or resumes. One small file in the user's state
 * folder, so that it holds over restarts and reboots, for runs that nobody has begun yet, too. It orders nothing by itself.
 */
import { readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { asMapping } from "../../basics/loose.ts";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { writeWholeSync } from "../../effects/files/write-whole.ts";
import { machineBrakeFile } from "./registry.ts";

export interface MachineBrake {
  readonly reason: string;
  readonly at: number;
  /** Who pulled it, in words; absent: an earlier Reeve noted it, or nobody can tell. */
  readonly by?: string;
  /** The file and why it could not be read; whether it is pulled is then not known. */
  readonly unread?: string;
}

/** Null: it is not pulled. One that cannot be read counts as pulled. */
export function machineBrake(env: NodeJS.ProcessEnv): MachineBrake | null {
  const file = machineBrakeFile(env);
  if (file === null) return null;
  try {
    const { reason, at, by } = asMapping(JSON.parse(readFileSync(file, "utf8")));
    const who = typeof by === "string" ? { by } : {};
    return { reason: typeof reason === "string" ? reason : "", at: typeof at === "number" ? at : 0, ...who };
  } catch (error) {
    // Where there is no folder for it, there is none.
    const { code = "it is damaged" } = error as NodeJS.ErrnoException;
    return ["ENOENT", "ENOTDIR"].includes(code) ? null : { reason: "", at: 0, unread: `${file}: ${code}` };
  }
}

/** False: this user has no place to note it. */
export function pullMachineBrake(env: NodeJS.ProcessEnv, brake: MachineBrake): boolean {
  const file = machineBrakeFile(env);
  if (file === null) return false;
  makeFolderSync(dirname(file), 0o700);
  writeWholeSync(file, JSON.stringify(brake), { mode: 0o600 });
  return true;
}

export function liftMachineBrake(env: NodeJS.ProcessEnv): void {
  const file = machineBrakeFile(env);
  if (file !== null && machineBrake(env) !== null) rmSync(file, { force: true });
}
