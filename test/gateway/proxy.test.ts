/** The gateway as a proxy: nothing is changed or held back, and whoever hangs up ends both sides. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { hangUp } from "./hang-up.ts";
import { AGENT, ATTEMPT, ask, json, listen, openLab, portOf, sse } from "./lab.ts";

const MESSAGES = { vendor: "anthropic", path: "/v1/messages" } as const;
/** More than the system and two servers keep for a connection. */
const ROOM_BYTES_MAX = 50_000_000;

describe("what passes through", () => {
  it("is the same bytes in both directions, however they are cut", async () => {
    let chunks: readonly Uint8Array[] = [];
    let type = "";
    let got: Buffer = Buffer.alloc(0);
    const lab = await openLab((request, response) => {
      void bodyOf(request).then(async (body) => {
        got = body;
        response.writeHead(200, { "content-type": type });
        for (const chunk of chunks) if (!response.write(chunk)) await once(response, "drain");
        response.end();
      });
    });
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string().map((text) => Buffer.from(sse(text))),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(bytes, { maxLength: 12 }),
        fc.uint8Array({ maxLength: 3000 }),
        fc.constantFrom("text/event-stream", "application/json", "application/octet-stream"),
        async (down, up, contentType) => {
          chunks = down.filter((chunk) => chunk.length > 0);
          type = contentType;
          const answer = await ask(lab, { ...MESSAGES, body: Buffer.from(up) });
          expect(answer.body.equals(Buffer.concat(chunks))).toBe(true);
          expect(got.equals(up)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("keeps method, path, query and headers, except those of one connection", async () => {
    let seen: IncomingMessage | undefined;
    const lab = await openLab((request, response) => {
      seen = request;
      response.writeHead(200, { "request-id": "r-1", "set-cookie": ["a=1", "b=2"], "content-type": "text/plain" });
      response.end("ok");
    });
    const headers = { authorization: "Bearer t", "anthropic-beta": "x,y", connection: "close, x-own", "x-own": "1" };
    const answer = await ask(lab, { ...MESSAGES, path: "/v1/messages?beta=true&a=%2F", headers });
    expect(seen?.url).toBe("/v1/messages?beta=true&a=%2F");
    expect(seen?.method).toBe("POST");
    expect(seen?.headers).toMatchObject({
      authorization: "Bearer t",
      "anthropic-beta": "x,y",
      "x-api-key": "secret-key",
    });
    expect(seen?.headers["x-own"]).toBeUndefined();
    expect(seen?.headers.host).toBe(new URL(lab.upstream).host);
    expect(answer.headers).toMatchObject({ "request-id": "r-1", "set-cookie": ["a=1", "b=2"] });
  });

  it("arrives while the rest has not been written yet", async () => {
    const first = Promise.withResolvers<ServerResponse>();
    const lab = await openLab((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(sse("one"));
      first.resolve(response);
    });
    const arrived = Promise.withResolvers<string>();
    const gone = hangUp(lab, MESSAGES, (chunk) => arrived.resolve(String(chunk)));
    expect(await arrived.promise).toBe(sse("one"));
    expect((await first.promise).writableEnded).toBe(false);
    gone();
  });

  it("may be tens of megabytes of request", async () => {
    const body = Buffer.alloc(30_000_000, "x");
    const lab = await openLab((request, response) => {
      const hash = createHash("sha256");
      request.on("data", (chunk: Buffer) => hash.update(chunk));
      request.on("end", () => json(response, 200, { hash: hash.digest("hex") }));
    });
    const answer = await ask(lab, { ...MESSAGES, body });
    expect(JSON.parse(String(answer.body))).toEqual({ hash: createHash("sha256").update(body).digest("hex") });
  });

  it("waits for a slow agent instead of being kept here", async () => {
    const chunk = Buffer.alloc(65_536, "y");
    const ended = Promise.withResolvers<void>();
    let written = 0;
    const lab = await openLab((request, response) => {
      if (request.method === "POST") return json(response, 200, {});
      response.writeHead(200, { "content-type": "text/event-stream" });
      const fill = (): void => {
        while (written < 200_000_000) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once("drain", fill);
        }
      };
      fill();
      response.on("close", () => ended.resolve());
    });
    const socket = connect(lab.gateway.port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => {});
    socket.pause();
    const { pathname } = new URL(`${lab.gateway.urlFor(AGENT, ATTEMPT, "anthropic")}/v1/messages`);
    socket.write(`GET ${pathname} HTTP/1.1\r\nhost: 127.0.0.1:${lab.gateway.port}\r\n\r\n`);
    // Other requests go through meanwhile, so it is the slow agent that is waited for, and not the machine.
    for (let still = 0; still < 50 && written < ROOM_BYTES_MAX; ) {
      const before = written;
      await ask(lab, MESSAGES);
      still = written > 0 && written === before ? still + 1 : 0;
    }
    expect(written).toBeLessThan(ROOM_BYTES_MAX);
    socket.destroy();
    await ended.promise;
  });
});

describe("whoever hangs up", () => {
  it("in the middle of a stream ends the request to the API too", async () => {
    const ended = Promise.withResolvers<void>();
    const lab = await openLab((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(sse({ type: "message_start", message: { usage: { input_tokens: 7, output_tokens: 1 } } }));
      response.on("close", ended.resolve);
    });
    const gone = hangUp(lab, MESSAGES, () => gone());
    await ended.promise;
    expect(await lab.record()).toMatchObject({ ended: "client_gone", status: 200, tokens: { input: 7 } });
  });

  it("before an answer ends it too", async () => {
    const reached = Promise.withResolvers<ServerResponse>();
    const lab = await openLab((_, response) => reached.resolve(response));
    const gone = hangUp(lab, MESSAGES);
    const closed = once(await reached.promise, "close");
    gone();
    await closed;
    expect(await lab.record()).toMatchObject({ ended: "client_gone", status: null });
  });

  it("at the API cuts the answer where it was, and is told", async () => {
    const lab = await openLab((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(sse("half"), () => response.destroy());
    });
    expect(await ask(lab, MESSAGES)).toMatchObject({ status: 200, cut: true, body: Buffer.from(sse("half")) });
    expect(await lab.record()).toMatchObject({ ended: "cut", status: 200 });
  });

  it("or is not there at all gives 502 in the API's form", async () => {
    const server = await listen(() => {});
    const gone = `http://127.0.0.1:${portOf(server)}`;
    server.close();
    await once(server, "close");
    const lab = await openLab(() => {}, { upstreams: () => ({ anthropic: gone, openai: gone, gemini: gone }) });
    const answer = await ask(lab, { vendor: "gemini", path: "/v1beta/models/m:generateContent" });
    expect(answer.status).toBe(502);
    expect(JSON.parse(String(answer.body))).toMatchObject({ error: { code: 502, status: "API_UNREACHABLE" } });
    expect(await lab.record()).toMatchObject({ ended: "cut", status: null, error: "ECONNREFUSED" });
  });
});

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
