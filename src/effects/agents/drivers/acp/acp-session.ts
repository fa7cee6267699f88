/**
 * Opens the session of a turn: greets the agent, logs in where it asks for that and the configuration says how, resumes the
 * session that was asked for or begins one, and chooses model and mode. A session that cannot be resumed is begun anew, and
 * that is said. It prompts nothing.
 */
import { methods, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import { asList, asMapping, asText } from "../../../../basics/loose.ts";
import type { Failure } from "../../../../domain/proof/failure.ts";
import type { DriverIo } from "../driver.ts";
import type { DriveOrder } from "../driver-lines.ts";
import { failureOf } from "../failures.ts";
import { asNumber, type Loose } from "../json-line.ts";
import type { AcpConnection, Answer } from "./acp-connection.ts";
import { authFailure, isAuth, refusedFailure } from "./acp-failures.ts";
import { chooseSetting } from "./acp-settings.ts";

export type Opened =
  | { readonly type: "opened"; readonly id: string; readonly agent: string; readonly isResumed: boolean }
  | { readonly type: "failed"; readonly failure: Failure }
  /** The agent has gone; its process says how. */
  | { readonly type: "gone" };

/** Nothing an agent does before its first prompt needs longer, on the slowest machine. */
const ANSWER_MS = 120_000;
const { initialize, authenticate, session } = methods.agent;

export async function openSession(
  connection: AcpConnection,
  order: DriveOrder,
  io: DriverIo,
  replayEnds: () => Promise<void>,
): Promise<Opened> {
  const greeting = await connection.ask(initialize, greetingFor(order), ANSWER_MS);
  if (greeting.type === "gone") return greeting;
  const version = greeting.type === "result" ? asNumber(greeting.result["protocolVersion"]) : undefined;
  if (greeting.type !== "result" || version !== PROTOCOL_VERSION) return noAcp(greeting, version, order, io.now());
  const able = asMapping(greeting.result["agentCapabilities"]);
  const agent = asText(asMapping(greeting.result["agentInfo"])["name"]) ?? "";
  const place = { cwd: order.workspace, mcpServers: toolsFor(order, able, io) };
  const ask = (method: string, params: object) => askLoggedIn(connection, greeting.result, order, method, params);
  const resumed = order.session === null ? null : await resume(ask, order.session, able, place, io, replayEnds);
  const answer = resumed ?? (await ask(session.new, place));
  if (answer.type === "gone") return answer;
  if (answer.type !== "result") return failed(refusedFailure(answer, "The agent started no session", io.now()));
  const id = resumed === null ? asText(answer.result["sessionId"]) : (order.session ?? undefined);
  if (id === undefined) return failed(failureOf({ class: "malformed_output", message: NO_ID }, io.now()));
  io.emit({ type: "session", id });
  const problem = await chooseSettings(connection, id, answer.result, order);
  if (problem !== null) return failed(failureOf({ class: "config_error", message: problem }, io.now()));
  return { type: "opened", id, agent, isResumed: resumed !== null };
}

/** Agents know better how to reach files than how to ask for them: it is offered only where the configuration says so. */
function greetingFor({ options }: DriveOrder): object {
  const serves = options["files"] === "true";
  return {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: serves, writeTextFile: serves }, terminal: false },
    clientInfo: { name: "reeve", version: "1" },
  };
}

const NO_ID = "The agent started a session but did not name it.";

type Ask = (method: string, params: object) => Promise<Answer>;

/** Null: it cannot be resumed, so one is begun. Without replay where the agent offers that. */
async function resume(
  ask: Ask,
  sessionId: string,
  able: Loose,
  place: object,
  io: DriverIo,
  replayEnds: () => Promise<void>,
): Promise<Answer | null> {
  const canResume = asMapping(able["sessionCapabilities"])["resume"] !== undefined;
  const method = canResume ? session.resume : able["loadSession"] === true ? session.load : undefined;
  const answer = method === undefined ? undefined : await ask(method, { ...place, sessionId });
  if (answer?.type === "result") {
    if (!canResume) await replayEnds();
    return answer;
  }
  if (answer?.type === "gone" || (answer?.type === "error" && isAuth(answer))) return answer;
  const why = answer?.type === "error" ? `was not found (${answer.message})` : "cannot be resumed by this agent";
  io.emit({ type: "note", text: `The session ${sessionId} ${why}; a new one was started.` });
  return null;
}

/** Logs in only when it is asked to: what agents offer may open a browser. */
async function askLoggedIn(
  connection: AcpConnection,
  greeting: Loose,
  order: DriveOrder,
  method: string,
  params: object,
): Promise<Answer> {
  const answer = await connection.ask(method, params, ANSWER_MS);
  if (answer.type !== "error" || !isAuth(answer)) return answer;
  const methodId = order.options["auth_method"];
  const offered = asList(greeting["authMethods"]).flatMap((each) => asText(asMapping(each)["id"]) ?? []);
  if (methodId === undefined) return authFailure(answer, offered);
  const login = await connection.ask(authenticate, { methodId }, ANSWER_MS);
  if (login.type === "error" || login.type === "late")
    return authFailure(login.type === "error" ? login : answer, offered);
  return login.type === "gone" ? login : await connection.ask(method, params, ANSWER_MS);
}

function toolsFor({ callback }: DriveOrder, able: Loose, io: DriverIo): readonly object[] {
  if (!callback) return [];
  if (asMapping(able["mcpCapabilities"])["http"] !== true) {
    io.emit({ type: "note", text: "This agent takes no tools over HTTP, so Reeve's tools are not there for it." });
    return [];
  }
  const headers = [{ name: "Authorization", value: `Bearer ${callback.token}` }];
  return [{ type: "http", name: callback.name, url: callback.url, headers }];
}

/** Null: all is as the order wants it. */
async function chooseSettings(
  connection: AcpConnection,
  sessionId: string,
  opened: Loose,
  { model, options }: DriveOrder,
): Promise<string | null> {
  const mode = options["mode"];
  const wishes = [
    ...(model === null ? [] : ([["model", model]] as const)),
    ...(mode ? ([["mode", mode]] as const) : []),
  ];
  for (const [what, value] of wishes) {
    const problem = await chooseSetting(connection, sessionId, opened, what, value);
    if (problem !== null) return problem;
  }
  return null;
}

function noAcp(answer: Answer, version: number | undefined, { program }: DriveOrder, now: number): Opened {
  const command = program.join(" ").slice(0, 200);
  if (version !== undefined) {
    const message = `The agent speaks version ${version} of ACP, Reeve version ${PROTOCOL_VERSION}. Use a release of the agent that speaks it.`;
    return failed(failureOf({ class: "config_error", message }, now));
  }
  const said = answer.type === "error" ? [answer.message] : [];
  const message = `\`${command}\` did not answer as an ACP agent does. Check \`command\` of this agent in reeve.yaml: many need a flag like --acp.`;
  return failed(failureOf({ class: "config_error", message, said }, now));
}

function failed(failure: Failure): Opened {
  return { type: "failed", failure };
}
