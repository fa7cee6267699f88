/** Has the system itself start `reeve up`, from now on and after each boot, or no longer. Says all it wrote and ran. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { runProgram } from "../../effects/processes/run-program.ts";
import { type ServiceFile, type ServiceWish, serviceFile } from "./service-files.ts";

export interface Installed {
  readonly file: ServiceFile;
  /** Commands that went well, and the first that did not, with what it said. */
  readonly ran: readonly string[];
  readonly failed: { readonly command: string; readonly said: string } | null;
}

/** Null: this user has no home. */
export async function installService(wish: ServiceWish): Promise<Installed | null> {
  const file = serviceFile(wish);
  if (file === null) return null;
  makeFolderSync(dirname(file.path));
  writeFileSync(file.path, file.text);
  return { file, ...(await runAll(file.enable, wish.env)) };
}

/** Null: it was not installed. */
export async function uninstallService(wish: ServiceWish): Promise<Installed | null> {
  const file = serviceFile(wish);
  if (file === null || !existsSync(file.path)) return null;
  const [first = [], ...rest] = file.disable;
  const before = await runAll([first], wish.env);
  rmSync(file.path);
  const after = before.failed === null ? await runAll(rest, wish.env) : { ran: [], failed: before.failed };
  return { file, ran: [...before.ran, ...after.ran], failed: after.failed };
}

const COMMAND_MS = 30_000;
const SAID_MAX = 64 * 1024;

async function runAll(
  commands: ServiceFile["enable"],
  env: NodeJS.ProcessEnv,
): Promise<Pick<Installed, "ran" | "failed">> {
  const ran: string[] = [];
  for (const [program = "", ...args] of commands) {
    const command = [program, ...args].join(" ");
    const end = await runProgram({ program, args, cwd: "/", env, timeoutMs: COMMAND_MS, bytesMax: SAID_MAX });
    if (end.exitCode !== 0) return { ran, failed: { command, said: saidBy(end) } };
    ran.push(command);
  }
  return { ran, failed: null };
}

function saidBy({ err, out, code }: { readonly err: string; readonly out: string; readonly code?: string }): string {
  if (code === "ENOENT") return "there is no such program here";
  return (err.trim() || out.trim() || "it said nothing").split("\n")[0] ?? "";
}
