/**
 * Opens the thread of a turn over the app-server: begun, or resumed where one was ordered. The directory is the one the
 * process runs in and is not named, because Codex would write a named one into the person's configuration as trusted.
 */
import { asMapping, asText } from "../../../../../basics/loose.ts";
import type { DriverIo } from "../../driver.ts";
import type { DriveOrder } from "../../driver-lines.ts";
import { sandboxOf } from "../codex-command.ts";
import type { Answer, AppServer } from "./app-server.ts";

export type OpenedThread =
  | { readonly ok: true; readonly thread: string; readonly model: string | undefined }
  | { readonly ok: false; readonly answer: Extract<Answer, { ok: false }> };

export async function openThread(
  server: AppServer,
  order: DriveOrder,
  session: string | null,
  io: DriverIo,
): Promise<OpenedThread> {
  const capabilities = { experimentalApi: false, requestAttestation: false };
  const clientInfo = { name: "reeve", title: "Reeve", version: "1" };
  const hello = await server.call("initialize", { clientInfo, capabilities });
  if (!hello.ok) return { ok: false, answer: hello };
  server.notify("initialized");
  const about = { ...threadSettings(order), ...(await throughGateway(server, order, io)) };
  const answer =
    session === null
      ? await server.call("thread/start", about)
      : await server.call("thread/resume", { threadId: session, excludeTurns: true, ...about });
  if (!answer.ok) return { ok: false, answer };
  const thread = asText(asMapping(answer.result["thread"])["id"]) ?? "";
  io.emit({ type: "session", id: thread });
  if (session !== null && thread !== session)
    io.emit({ type: "note", text: `The session ${session} was asked for and ${thread} was given: it started over.` });
  if (order.gateway && answer.result["modelProvider"] !== "openai") io.emit({ type: "note", text: PROVIDER_NOTE });
  return { ok: true, thread, model: asText(answer.result["model"]) };
}

function threadSettings(order: DriveOrder): object {
  const { model, options } = order;
  return {
    approvalPolicy: "never",
    sandbox: sandboxOf(order),
    ...(model !== null && { model }),
    ...(options["system_prompt"] !== undefined && { developerInstructions: options["system_prompt"] }),
  };
}

/**
 * A login with ChatGPT is good for another address only, which the gateway does not stand in front of. Who is not logged in
 * at all goes through it: what the API says to that is then seen.
 */
async function throughGateway(server: AppServer, { gateway }: DriveOrder, io: DriverIo): Promise<object> {
  if (!gateway) return {};
  const answer = await server.call("account/read", { refreshToken: false });
  const account = answer.ok ? answer.result["account"] : undefined;
  if (account === null || asMapping(account)["type"] === "apiKey")
    return { config: { openai_base_url: `${gateway.url}/openai` } };
  io.emit({ type: "note", text: account === undefined ? UNKNOWN_NOTE : LOGIN_NOTE });
  return {};
}

const LOGIN_NOTE = "Codex is logged in with ChatGPT: its requests do not go through the gateway. Use a key for that.";
const UNKNOWN_NOTE = "Codex does not tell how it is logged in: its requests do not go through the gateway.";
const PROVIDER_NOTE =
  "Codex is configured for a provider of its own: its requests go through the gateway only if base_url says so.";
