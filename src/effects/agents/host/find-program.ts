/**
 * Checks before a start that there is something to start: the program, and the workspace it is to work in. What is
 * wrong is told as a failure only a person can mend, with what to do; it starts nothing.
 */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import type { Failure } from "../../../domain/proof/failure.ts";

export type ProgramCheck =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly failure: Failure };

/**
 * `name` as a person wrote it: a path, or a name to be looked for in PATH. What is relative is seen from the project, not
 * from the worktree: there an agent could put another program in its place.
 */
export function findProgram(
  name: string | undefined,
  workspace: string,
  path: string,
  project: string = workspace,
): ProgramCheck {
  if (!name) return refused("command", "This agent has no command. Set `command` for it in reeve.yaml.", []);
  if (kindOf(workspace) !== "directory") {
    const message = `The workspace ${workspace} is not a directory. Create it, or correct the path, then retry the task.`;
    return refused(workspace, message, []);
  }
  const candidates = name.includes("/") ? [resolve(project, name)] : inPath(name, path, project);
  const kinds = candidates.map(kindOf);
  const found = candidates[kinds.indexOf("program")];
  if (found !== undefined) return { ok: true, path: found };
  const plain = candidates[kinds.indexOf("file")];
  if (plain !== undefined) {
    const message = `${plain} is not executable. Make it so (\`chmod +x\`), or correct \`command\` of this agent in reeve.yaml.`;
    return refused(name, message, []);
  }
  const message = `The program ${name} was not found. Install it, or correct \`command\` of this agent in reeve.yaml.`;
  return refused(name, message, [`looked for: ${candidates.slice(0, SHOWN_MAX).join(", ")}`]);
}

const SHOWN_MAX = 10;

function inPath(name: string, path: string, project: string): string[] {
  return path.split(delimiter).map((folder) => resolve(project, folder, name));
}

/** Synchronous: a dozen looks of a microsecond each are quicker than handing them to other threads. */
function kindOf(path: string): "program" | "file" | "directory" | "nothing" {
  try {
    const found = statSync(path);
    if (found.isDirectory()) return "directory";
    if (!found.isFile()) return "nothing";
  } catch {
    return "nothing";
  }
  try {
    accessSync(path, constants.X_OK);
    return "program";
  } catch {
    return "file";
  }
}

function refused(subject: string, message: string, evidence: readonly string[]): ProgramCheck {
  return { ok: false, failure: { class: "config_error", restart: "terminal", subject, message, evidence } };
}
