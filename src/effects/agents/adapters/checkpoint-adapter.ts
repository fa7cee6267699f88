/** Reeve's own program that works checkpoint tasks: the prompt on its standard input, the result on its standard output. */
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { AgentAdapter } from "./agent-adapter.ts";
import { lastLines, readOutcome } from "./read-outcome.ts";

export const checkpointAdapter: AgentAdapter = {
  name: "checkpoint",
  launch: ({ prompt }) => ({ command: [process.execPath, programFile()], env: {}, stdin: prompt }),
  reader: () => ({
    read: (lines) => {
      const text = lastLines(lines.join("\n")).at(-1);
      return text === undefined ? [] : [{ type: "text", text }];
    },
  }),
  outcome: readOutcome,
};

/** The same extension as this file: `.ts` in development, `.js` when built. */
function programFile(): string {
  const extension = extname(fileURLToPath(import.meta.url));
  return fileURLToPath(new URL(`../../../compose/checkpoint-agent${extension}`, import.meta.url));
}
