/** A call as an order to the agents' host: who works where, with which model. Null: nobody is configured for that role. */
import type { AttemptRequest } from "../../../effects/agents/adapters/agent-adapter.ts";
import type { LoopOptions } from "./loop-options.ts";
import type { Call } from "./loop-types.ts";

export function requestOf(
  { agents, run, project }: Pick<LoopOptions, "agents" | "run" | "project">,
  { role, attempt, task, prompt, retries }: Call,
): AttemptRequest | null {
  const chosen = agents[role];
  if (chosen === null) return null;
  return {
    runId: run,
    taskId: task,
    attemptId: attempt,
    number: retries + 1,
    prompt,
    workspace: project,
    project,
    agent: chosen.agent,
    ...(chosen.model !== undefined && { model: chosen.model }),
  };
}
