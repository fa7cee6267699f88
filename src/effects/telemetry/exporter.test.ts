/** The queue in front of a collector: bounded, patient, and honest about what it dropped. Nothing listens where it sends to. */
import { describe, expect, it } from "vitest";
import { Exporter } from "./exporter.ts";
import type { Span } from "./otlp.ts";
import { metricsBody, tracesBody } from "./otlp.ts";

const RESOURCE = { service: "reeve", version: "1", host: "here" };
const span = (spanId: string): Span => ({
  traceId: "0".repeat(32),
  spanId,
  name: "task a",
  of: "task",
  startMs: 1,
  endMs: 2,
  attributes: { "reeve.outcome": "done" },
});

interface Sent {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly {
      readonly metrics: readonly {
        readonly name: string;
        readonly histogram?: {
          readonly dataPoints: readonly {
            readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
            readonly sum: number;
            readonly count: string;
          }[];
        };
      }[];
    }[];
  }[];
}

describe("an exporter whose collector is away", () => {
  it("waits longer and longer, and one timer at a time", async () => {
    const waits: { readonly ms: number; readonly call: () => void }[] = [];
    const told: string[] = [];
    const exporter = new Exporter({
      // The discard port of a machine that listens on none.
      url: "http://127.0.0.1:9",
      headers: {},
      resource: RESOURCE,
      now: () => 0,
      onNotice: (sentence) => void told.push(sentence),
      after: (ms, call) => {
        waits.push({ ms, call });
        return () => {};
      },
    });
    for (let each = 0; each < 3_000; each += 1) exporter.add(span(`${each}`), each);
    expect(waits.map(({ ms }) => ms)).toEqual([2_000]);
    await exporter.close(60_000);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain("does not answer; it is tried again. The run does not wait for it.");
  });
});

describe("the body of a request", () => {
  it("has no secret in it, whichever attribute it stands in, and no text without end", () => {
    const key = `ghp_${"a1B2".repeat(9)}`;
    const body = JSON.stringify(
      tracesBody([{ ...span("1"), name: key, attributes: { note: `${key} ${"x".repeat(9_999)}` } }], RESOURCE),
    );
    expect(body).not.toContain(key);
    expect(body.length).toBeLessThan(6_000);
  });

  it("counts what models read and wrote apart, and nothing where only the sum is known", () => {
    const attempt = (attributes: Span["attributes"]): Span => ({ ...span("1"), of: "attempt", attributes });
    const used = { "gen_ai.usage.input_tokens": 900, "gen_ai.usage.output_tokens": 100 };
    const tokens = (...attempts: readonly Span[]) => {
      const { resourceMetrics } = metricsBody(attempts, 0, RESOURCE, 5) as Sent;
      const metric = resourceMetrics[0]?.scopeMetrics[0]?.metrics.find(
        ({ name }) => name === "gen_ai.client.token.usage",
      );
      return metric?.histogram?.dataPoints.map(({ attributes, sum, count }) => [
        attributes.find(({ key }) => key === "gen_ai.token.type")?.value,
        sum,
        count,
      ]);
    };
    expect(tokens(attempt(used), attempt(used), attempt({ "reeve.usage.tokens": 7 }))).toEqual([
      [{ stringValue: "input" }, 1_800, "2"],
      [{ stringValue: "output" }, 200, "2"],
    ]);
    expect(tokens(attempt({ "reeve.usage.tokens": 7 }))).toBeUndefined();
  });

  it("counts what was dropped", () => {
    const body = JSON.stringify(metricsBody([span("1")], 7, RESOURCE, 5));
    expect(body).toContain(
      '"name":"reeve.telemetry.dropped","unit":"{span}","sum":{"aggregationTemporality":1,"isMonotonic":true',
    );
    expect(body).toContain('"asDouble":7');
  });
});
