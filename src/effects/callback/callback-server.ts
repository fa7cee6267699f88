/**
 * The server through which agents at work call back: over HTTP, on this machine only, one attempt per token. It checks who
 * calls and hands the call to a tool; what is said is decided about in the engine. Nothing depends on it: an agent that
 * cannot reach it gives its result as it would without.
 *
 * Killed with Reeve, it opens again at the same address with the same tokens: agents that live on find it there.
 */
import { realpathSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { Event } from "../../engine/event.ts";
import { type Caller, tokenFor } from "../loopback/attempt-token.ts";
import { listenOnLoopback } from "../loopback/listen-on-loopback.ts";
import { readPlace, writePlace } from "../loopback/loopback-place.ts";
import { type Door, openDoor } from "../loopback/open-door.ts";
import { redact } from "../masking/redact.ts";
import { attemptFolder } from "../processes/attempt-folder.ts";
import { admit, CallBounds, PATH, type Refusal } from "./admit.ts";
import type { Callback, CallbackAddress, CallbackOptions } from "./callback-port.ts";
import { BODY_BYTES_MAX, readBody } from "./read-body.ts";
import { serveMcp } from "./serve-mcp.ts";
import { failed, type Reply, type Visit } from "./tool.ts";
import { TOOLS } from "./tools.ts";
import { WaitingCalls } from "./waiting-calls.ts";

/** Rejects only where this machine does not let anybody listen, or the run's folder cannot be written. */
export async function openCallback(options: CallbackOptions): Promise<Callback> {
  const place = readPlace(options.runDir, "callback");
  const callback = new CallbackServer(options, place.secret);
  try {
    const port = await callback.listen(place.port);
    writePlace(options.runDir, "callback", { port, secret: place.secret });
    return callback;
  } catch (error) {
    await callback.close();
    throw error;
  }
}

class CallbackServer implements Callback {
  readonly #options: CallbackOptions;
  readonly #secret: string;
  readonly #door: Door;
  readonly #bounds = new CallBounds();
  readonly #waiting: WaitingCalls;
  readonly #begun = Promise.withResolvers<void>();
  port = 0;

  constructor(options: CallbackOptions, secret: string) {
    this.#options = options;
    this.#secret = secret;
    this.#waiting = new WaitingCalls(options.clock);
    this.#door = openDoor({
      serve: (request, response) => void this.#serve(request, response).catch(() => response.destroy()), // it hung up
      bodyMs: BODY_MS,
      onTrouble: options.onTrouble,
      bounds: options.bounds,
    });
  }

  async listen(wanted: number): Promise<number> {
    this.port = await listenOnLoopback(this.#door.server, wanted);
    // A call that is under way keeps nobody from ending.
    this.#door.server.unref();
    return this.port;
  }

  readonly addressOf = (agent: string, attempt: AttemptId): CallbackAddress => ({
    url: `http://127.0.0.1:${this.port}${PATH}`,
    token: tokenFor({ agent, attempt }, this.#secret),
  });

  readonly begin = (): void => this.#begun.resolve();

  readonly heard = (events: readonly Event[]): void => {
    this.#waiting.heard(events);
    for (const event of events) if (event.type === "attempt_ended") this.#bounds.forget(event.attempt);
  };

  readonly close = async (): Promise<void> => {
    const closed = Promise.withResolvers<void>();
    this.#door.server.close(() => closed.resolve());
    this.#door.server.closeAllConnections();
    await closed.promise;
  };

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const admitted = admit(request, this.port, this.#secret);
    if ("refusal" in admitted) return refuse(response, admitted.refusal);
    this.#door.welcome(request);
    await this.#begun.promise;
    const { caller } = admitted;
    if (!(await this.#isAlive(caller))) return refuse(response, ENDED);
    if (response.destroyed) return; // it hung up before it was its turn
    const busy = this.#bounds.enter(caller.attempt, this.#options.clock.now());
    if (busy) return refuse(response, busy);
    response.once("close", () => this.#bounds.leave(caller.attempt));
    const body = await readBody(request);
    if (!body.ok) return refuse(response, { status: body.status, message: BODY_WORDS[body.status] });
    const hungUp = new AbortController();
    response.once("close", () => hungUp.abort());
    await serveMcp(request, response, body.value, (name, args) => this.#call(caller, name, args, hungUp.signal));
  }

  async #isAlive({ agent, attempt }: Caller): Promise<boolean> {
    return (await this.#options.state()).attempts.live.get(attempt)?.agent === agent;
  }

  async #call(caller: Caller, name: string, args: unknown, signal: AbortSignal): Promise<Reply> {
    const tool = TOOLS.find((each) => each.name === name);
    if (!tool) return failed([`there is no tool ${name}; there are ${TOOLS.map((each) => each.name).join(", ")}`]);
    const visit = await this.#visit(caller, signal);
    return visit ? tool.call(args, visit) : failed([ENDED.message]);
  }

  async #visit({ agent, attempt: id }: Caller, signal: AbortSignal): Promise<Visit | null> {
    const { state: look, report, progress, secretsOf, runDir } = this.#options;
    const state = await look();
    const attempt = state.attempts.live.get(id);
    const task = state.tasks.get(attempt?.task ?? "");
    if (!attempt || !task) return null;
    const secrets = [...secretsOf(agent), tokenFor({ agent, attempt: id }, this.#secret)];
    return {
      attempt,
      task,
      state,
      look,
      folder: attemptFolder(realpathSync(runDir), id),
      report,
      progress: (text) => progress(id, text),
      wait: (question, waitMs) => this.#waiting.wait(question, waitMs, signal),
      clean: (value) => redact(value, secrets),
    };
  }
}

/** A call is a few kilobytes. */
const BODY_MS = 30_000;
const ENDED: Refusal = { status: 403, message: "this attempt has ended and can no longer call." };
const BODY_WORDS = {
  400: "a call is one JSON object.",
  413: `a call has at most ${BODY_BYTES_MAX} bytes.`,
} as const;

/** What the agent is still sending is not waited for. */
function refuse(response: ServerResponse, { status, message, headers }: Refusal): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { ...headers, "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32_000, message: `Reeve: ${message}` }, id: null }));
}
