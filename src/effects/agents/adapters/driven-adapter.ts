/**
 * Every agent that has a driver, under one adapter: what is started is Reeve's own driver program, which starts the agent,
 * speaks its language and prints Reeve's. Here is only what it is ordered and how its lines are read; what its end means
 * is in driven-outcome.ts. The drivers themselves are never loaded into Reeve.
 */
import { createHash } from "node:crypto";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { DRIVER_ENV, type DriveOrder } from "../drivers/driver-lines.ts";
import { parseDriverLine } from "../drivers/parse-driver-line.ts";
import type { AgentAdapter, AgentEvent, AttemptRequest } from "./agent-adapter.ts";
import { drivenOutcome, endIn } from "./driven-outcome.ts";

/** `program`: what is started where `command` names nothing; absent: `command` is needed. */
export function drivenAdapter(name: string, program?: string): AgentAdapter {
  return {
    name,
    ...(program !== undefined && { program }),
    steerable: true,
    launch: (request) => {
      const order = driveOrder(request, program);
      return {
        command: [process.execPath, driverFile(), name],
        // Not in the order, because that lies on disk.
        env: request.callback ? { [DRIVER_ENV.token]: request.callback.token } : {},
        stdin: JSON.stringify(order),
        ...(order.program[0] !== undefined && { program: order.program[0] }),
      };
    },
    reader: () => ({ read: (lines, stream) => (stream === "err" ? [] : lines.flatMap(eventsIn)) }),
    outcome: drivenOutcome,
    said: ({ out }) => endIn(out)?.text ?? "",
  };
}

/** The same extension as this file: `.ts` in development, `.js` when built. */
function driverFile(): string {
  const extension = extname(fileURLToPath(import.meta.url));
  return fileURLToPath(new URL(`../drivers/driver-main${extension}`, import.meta.url));
}

function driveOrder(request: AttemptRequest, program: string | undefined): DriveOrder {
  const { agent, prompt, workspace, model, session, schema, callback, gateway, usedBefore } = request;
  const own = program === undefined ? [] : [program];
  return {
    prompt,
    workspace,
    model: model ?? null,
    session: session ?? null,
    newSession: sessionId(request),
    program: agent.command.length > 0 ? agent.command : own,
    options: agent.options,
    ...(schema && { schema }),
    ...(callback && { callback: { url: callback.url, token: "", name: "reeve" } }),
    ...(gateway && { gateway }),
    ...(usedBefore && { usedBefore }),
    limits: { minutes: agent.limits.minutes },
  };
}

/** One per attempt and always the same for it: an agent that is asked to begin the same session twice refuses. */
function sessionId({ runId, attemptId, workspace, project = workspace }: AttemptRequest): string {
  const hex = createHash("sha256").update([project, runId, attemptId].join("\n")).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join("-");
}

function eventsIn(line: string): readonly AgentEvent[] {
  const said = parseDriverLine(line);
  return !said || said.type === "end" ? [] : [said];
}
