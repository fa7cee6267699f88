/**
 * Any program as an agent: the prompt on its standard input, the result in the file REEVE_RESULT names, or else as the
 * last JSON object on its standard output. Of what it prints meanwhile only the last line is told. Where Reeve's own tools
 * are reached it learns from its environment.
 */

import { DRIVER_ENV } from "../drivers/driver-lines.ts";
import type { AgentAdapter } from "./agent-adapter.ts";
import { lastLines, readOutcome } from "./read-outcome.ts";

export const commandAdapter: AgentAdapter = {
  name: "command",
  launch: ({ agent, prompt, model, callback }) => ({
    command: agent.command,
    env: {
      ...(model !== undefined && { REEVE_MODEL: model }),
      ...(callback && { [DRIVER_ENV.url]: callback.url, [DRIVER_ENV.token]: callback.token }),
    },
    stdin: prompt,
  }),
  reader: () => ({
    read: (lines) => {
      const text = lastLines(lines.slice(-LINES_LOOKED_AT).join("\n")).at(-1);
      return text === undefined ? [] : [{ type: "text", text }];
    },
  }),
  outcome: readOutcome,
};

const LINES_LOOKED_AT = 10;
