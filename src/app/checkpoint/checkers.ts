/** What checks of a person's own need from outside: a program that is run, an agent that is asked. */
import type { AgentSaid, CommandEnd } from "../../systems/checkpoint/own/ask-outside.ts";
import type { Project } from "../project/project.ts";

export interface Checkers {
  readonly runCheck: (command: readonly string[], cwd: string, timeoutSeconds: number) => Promise<CommandEnd>;
  readonly askCheck: (project: Project, agent: string, prompt: string, cwd: string) => Promise<AgentSaid>;
}
