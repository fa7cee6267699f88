/**
 * What a checkpoint task has to look at, as it stands in its prompt: so a run knows it after any crash, and no agent's words
 * can change it. Text in, data out.
 */
import type { AgentConfig } from "./config.ts";
import type { TaskId } from "./plan.ts";

/** Who works checkpoint tasks: Reeve's own program, beside the agents of reeve.yaml. */
export const CHECKPOINT_AGENT = "reeve-checkpoint";

export interface CheckpointOrder {
  readonly checkpoint: string;
  /** The tasks whose work it looks at, in their order. */
  readonly after: readonly TaskId[];
  /** Shell commands that must succeed. */
  readonly commands?: readonly string[];
  /** The session's folder, seen from the project, which the resident supervisor is asked to look at. */
  readonly session?: string;
}

const MARK = "Checkpoint, looked at by Reeve itself:";

export function checkpointPrompt(order: CheckpointOrder): string {
  return `${MARK}\n${JSON.stringify(order)}`;
}

/** Null: it is another's prompt. */
export function readCheckpointPrompt(prompt: string): CheckpointOrder | null {
  const [mark, line = ""] = prompt.split("\n");
  if (mark !== MARK) return null;
  try {
    return JSON.parse(line) as CheckpointOrder;
  } catch {
    return null;
  }
}

const MINUTES = 24 * 60;

/** It waits for others more than it works; what its commands take is theirs. */
export const CHECKPOINT_AGENT_CONFIG: AgentConfig = {
  adapter: "checkpoint",
  command: [],
  env: {},
  tiers: [],
  limits: { minutes: MINUTES, outputMb: 8, parallel: 100 },
  options: {},
  isReeve: true,
};
