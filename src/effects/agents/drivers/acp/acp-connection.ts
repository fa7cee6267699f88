/**
 * The wire to an agent that speaks ACP: requests to it with their answers, what it tells while it works, and its own
 * requests, which are given to whoever serves them. What an agent tells is read loosely, because agents send more kinds of
 * updates than the version of the protocol knows. It decides nothing; without an answer a request waits until it is told to
 * stop or the agent has gone.
 */
import { type AnyMessage, type ClientConnection, client, methods, RequestError } from "@agentclientprotocol/sdk";
import { asMapping } from "../../../../basics/loose.ts";
import type { DrivenProcess } from "../driver.ts";
import { asNumber, jsonLine, type Loose } from "../json-line.ts";

/** What Reeve does for an agent. A thrown RequestError is an answer too. */
export interface AcpServices {
  readonly update: (update: Loose) => void;
  readonly permission: (request: Loose) => object;
  readonly readFile: (request: Loose) => Promise<object>;
  readonly writeFile: (request: Loose) => Promise<object>;
}

export type Answer =
  | { readonly type: "result"; readonly result: Loose }
  | { readonly type: "error"; readonly code: number; readonly message: string; readonly data: unknown }
  /** Its output has ended. */
  | { readonly type: "gone" }
  | { readonly type: "late" };

export class AcpConnection {
  readonly #connection: ClientConnection;

  constructor(child: DrivenProcess, services: AcpServices) {
    const { session, fs } = methods.client;
    this.#connection = client({ name: "reeve" })
      .onRequest(session.requestPermission, asMapping, ({ params }) => services.permission(params))
      .onRequest(fs.readTextFile, asMapping, ({ params }) => services.readFile(params))
      .onRequest(fs.writeTextFile, asMapping, ({ params }) => services.writeFile(params))
      .connect({ readable: messagesOf(child, services.update), writable: writerTo(child) });
  }

  /** Never rejects. */
  async ask(method: string, params: object, limitMs?: number): Promise<Answer> {
    const { agent, closed } = this.#connection;
    const asked = agent.request<unknown>(method, params).then(
      (result): Answer => ({ type: "result", result: asMapping(result) }),
      (error: unknown): Answer => (error instanceof RequestError ? refusal(error) : { type: "gone" }),
    );
    const gone = closed.then((): Answer => ({ type: "gone" }));
    return await Promise.race([asked, gone, ...(limitMs === undefined ? [] : [late(limitMs)])]);
  }

  tell(method: string, params: object): void {
    this.#connection.agent.notify(method, params).catch(() => {});
  }
}

/** Updates are taken out here, so that everything told before an answer is heard before it. */
function messagesOf(child: DrivenProcess, update: AcpServices["update"]): ReadableStream<AnyMessage> {
  return new ReadableStream<AnyMessage>({
    async start(controller) {
      for await (const line of child.lines) {
        const message = jsonLine(line);
        if (message === undefined) continue;
        if (message["method"] === methods.client.session.update)
          update(asMapping(asMapping(message["params"])["update"]));
        else controller.enqueue({ ...message, jsonrpc: "2.0" } as AnyMessage);
      }
      controller.close();
    },
  });
}

function writerTo(child: DrivenProcess): WritableStream<AnyMessage> {
  return new WritableStream<AnyMessage>({ write: (message) => child.write(`${JSON.stringify(message)}\n`) });
}

function refusal({ code, message, data }: RequestError): Answer {
  return { type: "error", code: asNumber(code) ?? 0, message: String(message), data };
}

function late(limitMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    setTimeout(() => resolve({ type: "late" }), limitMs).unref();
  });
}
