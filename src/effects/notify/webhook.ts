/**
 * A message to an address on the network, in the form its service understands: Slack and what is made like it, ntfy, or Reeve's
 * own object as JSON. The address may hold a key, so nothing of it but its host is ever told. Never rejects.
 */
import * as http from "node:http";
import * as https from "node:https";
import type { Channel, Severity } from "../../domain/spec/notify.ts";
import { type Message, notSent, plainMessage, SENT, type Sent } from "./message.ts";
import type { ReceiverPlace } from "./run-receiver.ts";

type Webhook = Extract<Channel, { kind: "webhook" }>;

export async function sendWebhook(channel: Webhook, message: Message, place: ReceiverPlace): Promise<Sent> {
  const given = textOf(channel.url, place.env);
  if (given === undefined) return notSent(`the variable ${channel.url.slice(1)} is not set`, true);
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol)) return notSent("its address is no http or https address", true);
  const { target, body } = FORMATS[channel.format](url, message);
  const token = channel.token === undefined ? undefined : textOf(channel.token, place.env);
  if (channel.token !== undefined && token === undefined)
    return notSent(`the variable ${channel.token.slice(1)} is not set`, true);
  return post(target, JSON.stringify(body), token, place);
}

/** What it says, or what the variable says that it names. */
export function textOf(written: string, env: NodeJS.ProcessEnv): string | undefined {
  if (!written.startsWith("$")) return written;
  const value = env[written.slice(1)];
  return value === undefined || value === "" ? undefined : value;
}

interface Posted {
  readonly target: URL;
  readonly body: object;
}

const FORMATS: Readonly<Record<Webhook["format"], (url: URL, message: Message) => Posted>> = {
  json: (target, message) => ({ target, body: message }),
  slack: (target, message) => ({
    target,
    body: { text: escaped(`*${message.title}*\n${plainMessage(message, SLACK_REPORT_MAX)}`) },
  }),
  // Published as JSON to the server itself: a header would carry no umlaut.
  ntfy(url, message) {
    const topic = url.pathname.split("/").findLast((part) => part !== "") ?? "";
    const target = new URL(url);
    target.pathname = url.pathname.replace(/[^/]*\/*$/, "");
    const { title } = message;
    const body = {
      topic,
      title,
      message: plainMessage(message, NTFY_REPORT_MAX),
      priority: PRIORITY[message.severity],
    };
    return { target, body };
  },
};

/** Longer texts are cut by Slack; ntfy makes a file of what has more than 4,096 bytes. */
const SLACK_REPORT_MAX = 30_000;
const NTFY_REPORT_MAX = 2_500;

const PRIORITY: Readonly<Record<Severity, number>> = { info: 2, warning: 3, high: 4, critical: 5 };

/** As Slack wants it: only these three mean something to it. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const TIMEOUT_MS = 10_000;

function post(target: URL, body: string, token: string | undefined, { env, signal }: ReceiverPlace): Promise<Sent> {
  const { promise, resolve } = Promise.withResolvers<Sent>();
  const isTls = target.protocol === "https:";
  const agent = isTls ? new https.Agent({ proxyEnv: env }) : new http.Agent({ proxyEnv: env });
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    ...authorization,
  };
  const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const request = (isTls ? https : http).request(target, { method: "POST", agent, headers, signal: within });
  request.once("response", (response) => {
    response.resume();
    response.once("error", () => {});
    resolve(judged(response.statusCode ?? 0));
  });
  request.once("error", (error: NodeJS.ErrnoException) => {
    const late = within.aborted && !signal.aborted;
    resolve(notSent(late ? `no answer within ${TIMEOUT_MS / 1_000} s` : `${error.code ?? error.name}`));
  });
  request.end(body);
  return promise.finally(() => agent.destroy());
}

/** What says that the request itself is wrong will not become right; too many requests, and trouble over there, pass. */
function judged(status: number): Sent {
  if (status >= 200 && status < 300) return SENT;
  // Not followed: a message, and a token with it, goes to nobody but whom a person named.
  if (status >= 300 && status < 400) return notSent(`it answered ${status}: it has moved; write its new address`, true);
  const passes = status >= 500 || status === 408 || status === 425 || status === 429;
  return notSent(`it answered ${status}`, !passes);
}
