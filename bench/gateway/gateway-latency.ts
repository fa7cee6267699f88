/**
 * Measured alone: what the gateway adds to a streamed answer, beside the same request made directly. API, gateway and
 * agent each have a thread of their own, as they have processes of their own in a run. Direct and through the gateway
 * take turns, so that whatever else the machine does falls on both.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { openGateway } from "../../src/effects/gateway/gateway.ts";
import { quoteOf } from "../../src/effects/prices/price-of.ts";
import { realClock } from "../../src/runtime/time/clock.ts";
import { median } from "../figures.ts";

const EVENT = `data: ${JSON.stringify({ type: "content_block_delta", delta: { type: "text_delta", text: "x".repeat(60) } })}\n\n`;
const FIRST = `data: ${JSON.stringify({ type: "message_start", message: { model: "claude-haiku-4-5", usage: { input_tokens: 9 } } })}\n\n`;
const BLOCK = EVENT.repeat(600);

const { role, upstream = "", dir = "" } = (workerData ?? {}) as { role?: string; upstream?: string; dir?: string };
if (role === "api") serveApi();
else if (role === "gateway") await serveGateway();
else await measure();

/** `/small`: a few events; `/large/<bytes>`: as fast as they are taken. */
function serveApi(): void {
  const server = createServer((asked, response) => {
    const bytes = Number(/large\/(\d+)/.exec(asked.url ?? "")?.[1] ?? 0);
    asked.resume().on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(FIRST);
      let left = bytes;
      const fill = (): void => {
        while (left > 0) {
          left -= BLOCK.length;
          if (!response.write(BLOCK)) return void response.once("drain", fill);
        }
        response.end(EVENT);
      };
      fill();
    });
  });
  server.listen(0, "127.0.0.1", () =>
    parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  );
}

async function serveGateway(): Promise<void> {
  const clock = realClock();
  const nothing = () => {};
  const gateway = await openGateway({
    runDir: dir,
    clock,
    upstreams: () => ({ anthropic: upstream, openai: upstream, gemini: upstream }),
    price: (_agent, model, tokens) => quoteOf(model, tokens, clock.now()),
    onRecord: nothing,
    onOver: nothing,
    onHold: nothing,
    env: {},
  });
  parentPort?.postMessage(gateway.urlFor("coder", "a.1", "anthropic"));
}

async function measure(): Promise<void> {
  const [requests = "400", megabytes = "200"] = process.argv.slice(2);
  const folder = mkdtempSync(join(tmpdir(), "reeve-bench-"));
  const api = await started({ role: "api" });
  const gateway = await started({ role: "gateway", upstream: api.url, dir: folder });
  const agent = new Agent({ keepAlive: true });
  const direct: number[] = [];
  const through: number[] = [];
  for (let i = 0; i < Number(requests) + 50; i += 1) {
    const [one, other] = [await ask(`${api.url}/small`, agent), await ask(`${gateway.url}/small`, agent)];
    if (i < 50) continue; // until everything is warm
    direct.push(one.firstByteMs);
    through.push(other.firstByteMs);
  }
  const path = `/large/${Number(megabytes) * 1_000_000}`;
  const rate = async (url: string): Promise<number> => {
    const { bytes, totalMs } = await ask(`${url}${path}`, agent);
    return bytes / 1e3 / totalMs;
  };
  const rates = [];
  for (let i = 0; i < 3; i += 1) rates.push({ direct: await rate(api.url), through: await rate(gateway.url) });
  agent.destroy();
  await Promise.all([api.worker.terminate(), gateway.worker.terminate()]);
  rmSync(folder, { recursive: true, force: true });
  console.log(
    JSON.stringify({
      directMs: median(direct),
      throughMs: median(through),
      addedMs: median(direct.map((ms, i) => (through[i] ?? Number.NaN) - ms)),
      directMbS: median(rates.map((each) => each.direct)),
      throughMbS: median(rates.map((each) => each.through)),
    }),
  );
}

async function started(data: object): Promise<{ readonly worker: Worker; readonly url: string }> {
  const worker = new Worker(new URL(import.meta.url), { workerData: data });
  const url = await new Promise<string>((resolve, reject) => worker.once("message", resolve).once("error", reject));
  return { worker, url };
}

function ask(
  url: string,
  agent: Agent,
): Promise<{ readonly firstByteMs: number; readonly totalMs: number; readonly bytes: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof ask>>>();
  const before = performance.now();
  const sent = request(url, { method: "POST", agent, headers: { "x-api-key": "k" } }, (response) => {
    let firstByteMs = 0;
    let bytes = 0;
    response.on("data", (chunk: Buffer) => {
      firstByteMs ||= performance.now() - before;
      bytes += chunk.length;
    });
    response.on("end", () => resolve({ firstByteMs, totalMs: performance.now() - before, bytes }));
    response.on("error", reject);
  });
  sent.on("error", reject);
  sent.end("{}".padEnd(20_000, " "));
  return promise;
}
