/** Whether a program that a person wants to use is on this machine, before anybody is stopped for it. */
import { findProgram } from "../../effects/agents/host/find-program.ts";

export function isProgramHere(name: string, env: NodeJS.ProcessEnv, folder: string): boolean {
  return findProgram(name, folder, env["PATH"] ?? "").ok;
}
