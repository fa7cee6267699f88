/**
 * Who works in the demo: agents that follow a script, or real ones whose model follows the same script. Here is what each
 * cast needs to be on stage, and what is said of it; the play itself is the same.
 */
import { AGENTS_YAML, PLAN_YAML, POLICIES } from "./demo-files.ts";

export interface Cast {
  /** Files of the repository that differ from cast to cast. */
  readonly files: Readonly<Record<string, string>>;
  /** What Reeve and its agents find in their environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly introduction: readonly string[];
  /** What was seen of it, when all is over. */
  readonly epilogue: () => readonly string[];
  /** Ends and removes what the cast needed. */
  readonly leave: () => Promise<void>;
}

export function scriptedCast(): Cast {
  return {
    files: { "reeve.yaml": REEVE_YAML, "plan.yaml": PLAN_YAML, "agents.yaml": AGENTS_YAML },
    env: process.env,
    introduction: [],
    epilogue: () => [],
    leave: async () => {},
  };
}

const REEVE_YAML = `agents:
  scripted:
    adapter: scripted
    script: agents.yaml
    limits: { minutes: 5 }
${POLICIES}`;
