/**
 * Drives OpenCode through one turn, over its server: `opencode run` hides where it waits. Which session the turn runs in is
 * decided here; a session that is gone, or belongs to another directory, is begun anew, and never silently.
 */
import { realpath } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { asMapping, asText } from "../../../../basics/loose.ts";
import type { Driver, DriverIo } from "../driver.ts";
import type { DriveOrder, DriverEnd } from "../driver-lines.ts";
import { failureOf } from "../failures.ts";
import { besideGateway, opencodeEnv, opencodeModel } from "./opencode-config.ts";
import { badModel, notStarted, opencodeEnd } from "./opencode-end.ts";
import { type OpencodeServer, startServer } from "./opencode-server.ts";
import { runTurn } from "./opencode-turn.ts";

export const opencodeDriver: Driver = { name: "opencode", drive };

/** How often in a row it may wait by itself; beyond that Reeve waits. */
const RETRIES_MAX = 4;

async function drive(order: DriveOrder, io: DriverIo): Promise<DriverEnd> {
  const { model, options, schema, prompt } = order;
  const chosen = opencodeModel(model);
  if (chosen === null) return { type: "end", how: "failed", text: "", failure: badModel(model ?? "", io.now()) };
  const server = await startServer(order.program, opencodeEnv(order, io.env), io);
  if (io.stopped.aborted) return { type: "end", how: "interrupted", text: "" };
  if (server.ask === null) return notStarted(await exitOr(server.process.exit), server.process.errTail(), io.now());
  const session = await sessionFor(order, server, io);
  if (session === null) {
    const message = "OpenCode's server started no session.";
    const failure = failureOf({ class: "crash", message, said: [server.process.errTail()] }, io.now());
    return { type: "end", how: "failed", text: "", failure };
  }
  io.emit({ type: "session", id: session });
  const beside = besideGateway(order);
  if (beside !== null) io.emit({ type: "note", text: beside });
  if (order.callback) await checkTools(order.callback.name, server, io);
  const about = {
    ...(chosen && { model: chosen }),
    ...(options["agent"] !== undefined && { agent: options["agent"] }),
    ...(options["system_prompt"] !== undefined && { system: options["system_prompt"] }),
    ...(schema && { format: { type: "json_schema", schema } }),
  };
  const retriesMax = Number(options["max_retries"] ?? RETRIES_MAX);
  const end = await runTurn({ session, about, prompt, retriesMax }, server, io);
  return opencodeEnd(end, schema !== undefined, io.now());
}

async function sessionFor({ session, workspace }: DriveOrder, server: OpencodeServer, io: DriverIo) {
  if (session !== null) {
    const { status, body } = await server.ask("GET", `/session/${encodeURIComponent(session)}`);
    const directory = asText(asMapping(body)["directory"]);
    if (status === 200 && directory === (await realpath(workspace).catch(() => workspace))) return session;
    const why = status === 200 ? `belongs to ${directory}` : "was not found";
    io.emit({ type: "note", text: `The session ${session} ${why}; a new one was started.` });
  }
  const { body } = await server.ask("POST", "/session", {});
  return asText(asMapping(body)["id"]) ?? null;
}

/** It goes on without a word where a server of tools cannot be reached. */
async function checkTools(name: string, server: OpencodeServer, io: DriverIo): Promise<void> {
  const { body } = await server.ask("GET", "/mcp");
  const status = asText(asMapping(asMapping(body)[name])["status"]) ?? "unknown";
  if (status === "connected") return;
  io.emit({ type: "note", text: `The tools of ${name} cannot be reached by the agent (${status}).` });
}

/** Between the end of its output and its own. */
const EXIT_MS = 1_000;

/** Null: it runs, and says nothing. */
async function exitOr<T>(exit: Promise<T>): Promise<T | null> {
  return await Promise.race([exit, sleep(EXIT_MS, null, { ref: false })]);
}
