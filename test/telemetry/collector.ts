/** A collector in the test's own process: takes OTLP over real HTTP and keeps what it was sent. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status?: { readonly code: number; readonly message?: string };
}

export class Collector {
  readonly spans: SentSpan[] = [];
  readonly metrics = new Map<string, number>();
  readonly headers: Record<string, unknown>[] = [];
  /** What it answers; "nothing": it never does. */
  answer: number | "nothing" = 200;
  text = "";
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(port = 0): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    server.on("request", (request, response) => {
      void json(request).then((body) => {
        if (collector.answer === "nothing") return;
        if (collector.answer === 200) collector.#take(request.url ?? "", body as Body, request.headers);
        response.writeHead(collector.answer).end("{}");
      });
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(url: string, body: Body, headers: Record<string, unknown>): void {
    this.headers.push(headers);
    this.text += JSON.stringify(body);
    const traced = body.resourceSpans?.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)) ?? [];
    if (url === "/v1/traces")
      this.spans.push(...traced.map((span) => ({ ...span, attributes: asRecord(span.attributes) })));
    const counted =
      body.resourceMetrics?.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)) ?? [];
    for (const { name, sum, histogram } of counted) {
      const points = sum?.dataPoints ?? histogram?.dataPoints ?? [];
      const value = points.reduce((all, point) => all + (point.asDouble ?? Number(point.count)), 0);
      this.metrics.set(name, (this.metrics.get(name) ?? 0) + value);
    }
  }
}

interface Point {
  readonly asDouble?: number;
  readonly count?: string;
}
type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> };
type RawSpan = Omit<SentSpan, "attributes"> & { readonly attributes: readonly Attribute[] };
interface Body {
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[] }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly {
      readonly metrics: readonly {
        readonly name: string;
        readonly sum?: { readonly dataPoints: readonly Point[] };
        readonly histogram?: { readonly dataPoints: readonly Point[] };
      }[];
    }[];
  }[];
}

function asRecord(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
