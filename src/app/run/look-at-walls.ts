/** Before anything starts: whether the sandbox that is demanded holds here, and what is told about the one that there is. */
import type { Config } from "../../domain/spec/config.ts";
import { sandboxState } from "../../effects/sandbox/sandbox-state.ts";
import { HELP, sandboxRefusal, sandboxText } from "../machine/sandbox-words.ts";
import { granted, type Reply, refused } from "../reply.ts";

export interface WallsSeen {
  /** Null: a person wanted none. */
  readonly text: string | null;
  /** What a person who relies on walls must hear. */
  readonly warnings: readonly string[];
}

export async function lookAtWalls({ sandbox }: Config): Promise<Reply<WallsSeen>> {
  const state = await sandboxState(sandbox);
  const sentence = sandboxRefusal(state, sandbox);
  if (sentence !== null) return refused({ what: "unusable", sentence });
  if (state.type === "off") return granted({ text: null, warnings: [] });
  const text = sandboxText(state, sandbox);
  const isLess = state.type === "none" || (state.type === "up" && state.openNetwork);
  return granted({ text, warnings: isLess ? [`${text}. ${HELP}`] : [] });
}
