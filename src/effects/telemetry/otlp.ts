/** Spans and the sums over them in the JSON form of OTLP, the protocol every collector speaks. Pure; every text is masked here. */
import { maskText } from "../../domain/secrets/mask-secrets.ts";

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Span {
  /** 32 hex digits, the same for all of a run. */
  readonly traceId: string;
  /** 16 hex digits. */
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** What it is a span of, for the sums. */
  readonly of: "run" | "task" | "attempt" | "decision";
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  /** Set where it ended badly; the text may be empty. */
  readonly error?: string;
}

export interface Resource {
  readonly service: string;
  readonly version: string;
  readonly host: string;
}

const TEXT_MAX = 4_096;
const SCOPE = { name: "reeve" };
const INTERNAL = 1;
const ERROR = 2;

export function tracesBody(spans: readonly Span[], resource: Resource): object {
  return {
    resourceSpans: [{ resource: resourceOf(resource), scopeSpans: [{ scope: SCOPE, spans: spans.map(spanBody) }] }],
  };
}

function spanBody({ traceId, spanId, parentSpanId, name, startMs, endMs, attributes, error }: Span): object {
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name: clean(name),
    kind: INTERNAL,
    startTimeUnixNano: nanos(startMs),
    endTimeUnixNano: nanos(Math.max(startMs, endMs)),
    attributes: attributesOf(attributes),
    ...(error !== undefined && { status: { code: ERROR, ...(error !== "" && { message: clean(error) }) } }),
  };
}

/** Sums over these spans only: each batch says what is new (delta temporality). */
export function metricsBody(spans: readonly Span[], dropped: number, resource: Resource, atMs: number): object {
  const first = Math.min(atMs, ...spans.map(({ endMs }) => endMs));
  const span = { startTimeUnixNano: nanos(first), timeUnixNano: nanos(atMs) };
  const attempts = spans.filter(({ of }) => of === "attempt");
  const metrics = [
    histogram(
      "gen_ai.client.operation.duration",
      "s",
      attempts,
      AGENT,
      ({ startMs, endMs }) => (endMs - startMs) / 1_000,
      SECONDS,
    ),
    histogram(
      "gen_ai.client.token.usage",
      "{token}",
      attempts.flatMap(byTokenType),
      [...AGENT, TOKEN_TYPE],
      ({ attributes }) => Number(attributes[attributes[TOKEN_TYPE] === "input" ? INPUT : OUTPUT]),
      TOKENS,
    ),
    sum("reeve.attempts", "{attempt}", attempts, [...AGENT, "reeve.outcome", "error.type"], () => 1),
    sum("reeve.tokens", "{token}", attempts, AGENT, ({ attributes }) => Number(attributes["reeve.usage.tokens"] ?? 0)),
    sum("reeve.cost", "USD", attempts, AGENT, ({ attributes }) => Number(attributes["reeve.usage.usd"] ?? 0)),
    sum(
      "reeve.tasks",
      "{task}",
      spans.filter(({ of }) => of === "task"),
      ["reeve.outcome"],
      () => 1,
    ),
    sum(
      "reeve.decisions",
      "{decision}",
      spans.filter(({ of }) => of === "decision"),
      DECISION,
      () => 1,
    ),
    ...(dropped > 0 ? [plain("reeve.telemetry.dropped", "{span}", dropped)] : []),
  ].filter((each) => each !== null);
  return {
    resourceMetrics: [{ resource: resourceOf(resource), scopeMetrics: [{ scope: SCOPE, metrics }] }],
  };

  function sum(name: string, unit: string, of: readonly Span[], by: readonly string[], value: (each: Span) => number) {
    const dataPoints = grouped(of, by).map(([attributes, members]) => ({
      ...span,
      attributes: attributesOf(attributes),
      asDouble: members.reduce((total, each) => total + value(each), 0),
    }));
    return dataPoints.length === 0
      ? null
      : { name, unit, sum: { aggregationTemporality: 1, isMonotonic: true, dataPoints } };
  }

  function plain(name: string, unit: string, value: number) {
    const dataPoints = [{ ...span, attributes: [], asDouble: value }];
    return { name, unit, sum: { aggregationTemporality: 1, isMonotonic: true, dataPoints } };
  }

  function histogram(
    name: string,
    unit: string,
    of: readonly Span[],
    by: readonly string[],
    value: (each: Span) => number,
    bounds: readonly number[],
  ) {
    const dataPoints = grouped(of, by).map(([attributes, members]) => {
      return { ...span, attributes: attributesOf(attributes), ...bucketsOf(members.map(value), bounds) };
    });
    return dataPoints.length === 0 ? null : { name, unit, histogram: { aggregationTemporality: 1, dataPoints } };
  }
}

function bucketsOf(values: readonly number[], bounds: readonly number[]): object {
  const bucketCounts = [...bounds, Number.POSITIVE_INFINITY].map(
    (bound, place) => values.filter((each) => each <= bound && each > (bounds[place - 1] ?? -1)).length,
  );
  const sum = values.reduce((all, each) => all + each, 0);
  return { count: `${values.length}`, sum, bucketCounts, explicitBounds: bounds };
}

/** Seconds; agents work for minutes. */
const SECONDS = [1, 5, 15, 30, 60, 120, 300, 600, 1_800, 3_600];
/** Powers of four, as the conventions advise. */
const TOKENS = Array.from({ length: 14 }, (_, n) => 4 ** n);
const TOKEN_TYPE = "gen_ai.token.type";
const INPUT = "gen_ai.usage.input_tokens";
const OUTPUT = "gen_ai.usage.output_tokens";

/** What the model read and what it wrote; nothing where only the sum is known. */
function byTokenType(span: Span): Span[] {
  if (span.attributes[OUTPUT] === undefined) return [];
  return ["input", "output"].map((type) => ({ ...span, attributes: { ...span.attributes, [TOKEN_TYPE]: type } }));
}

const AGENT = ["gen_ai.operation.name", "gen_ai.provider.name", "gen_ai.request.model", "gen_ai.agent.name"];
const DECISION = ["reeve.decision.type", "reeve.decision.rule"];

function grouped(spans: readonly Span[], by: readonly string[]): [Attributes, readonly Span[]][] {
  const groups = Map.groupBy(spans, ({ attributes }) => JSON.stringify(by.map((key) => attributes[key] ?? null)));
  return [...groups.values()].map((members) => {
    const first = members[0]?.attributes ?? {};
    return [Object.fromEntries(by.map((key) => [key, first[key]])), members];
  });
}

function resourceOf({ service, version, host }: Resource): object {
  return { attributes: attributesOf({ "service.name": service, "service.version": version, "host.name": host }) };
}

function attributesOf(attributes: Attributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: asValue(value) }],
  );
}

function asValue(value: string | number | boolean): object {
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "string") return { stringValue: clean(value) };
  return Number.isSafeInteger(value) ? { intValue: `${value}` } : { doubleValue: value };
}

function clean(text: string): string {
  return maskText(text.slice(0, TEXT_MAX));
}

function nanos(ms: number): string {
  return `${Math.round(ms)}000000`;
}
