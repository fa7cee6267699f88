/**
 * Connects a run's records with a collector. What was sent is remembered beside the journal, so a Reeve that resumes the run sends
 * what is missing and nothing else. Loaded only where reeve.yaml asks for it.
 */
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Config } from "../../domain/spec/config.ts";
import type { TelemetryConfig } from "../../domain/telemetry-config.ts";
import { writeWhole } from "../../effects/files/write-whole.ts";
import { Exporter, type ExporterOptions } from "../../effects/telemetry/exporter.ts";
import type { Event } from "../../engine/event.ts";
import type { Input } from "../../engine/input.ts";
import type { Runs } from "../../journal/runs.ts";
import type { RunPlace } from "../run/run-place.ts";
import type { RunRecord } from "../run/run-rules.ts";
import { type Rested, RunSpans } from "./run-spans.ts";

export interface TelemetryWish {
  readonly runs: Runs;
  readonly place: RunPlace;
  readonly project: string;
  readonly config: Config;
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => number;
  readonly onNotice?: (sentence: string) => void;
}

export interface RunTelemetry {
  /** Returns at once. */
  record(record: RunRecord): void;
  close(): Promise<void>;
}

const CLOSE_MS = 3_000;

/** Null: nobody asked for it, or the variable that should name a collector names none. Rejects with `JournalError`. */
export async function openTelemetry(wish: TelemetryWish): Promise<RunTelemetry | null> {
  const { runs, place, project, config, version, now, onNotice } = wish;
  const target = config.telemetry && targetOf(config.telemetry, wish.env, onNotice);
  if (!config.telemetry || !target) return null;
  const adapters = Object.fromEntries(Object.entries(config.agents).map(([name, { adapter }]) => [name, adapter]));
  const file = join(place.dir, "telemetry.json");
  let sent = readSent(file);
  const spans = new RunSpans({ project, run: place.id, adapters, texts: config.telemetry.texts }, sent.rested);
  let writing = Promise.resolve();
  const keep = (next: Sent): void => {
    sent = next;
    const text = JSON.stringify(next);
    // What cannot be written is sent twice, which collectors tolerate: ids are the same.
    writing = writing.then(() => writeWhole(file, text)).catch(() => {});
  };
  const { service } = config.telemetry;
  const exporter = new Exporter({
    ...target,
    resource: { service, version, host: hostname() },
    now,
    onSent: (seq) => keep({ ...sent, seq }),
    ...(onNotice && { onNotice }),
  });
  let head = 0;
  const from = sent.seq;
  for await (const record of runs.read<Input, Event>(place.id, 1)) {
    for (const span of spans.take(record)) if (from !== null && record.seq > from) exporter.add(span, record.seq);
    head = record.seq;
  }
  if (from === null) keep({ seq: head, rested: null });
  return {
    record: (record) => {
      head = record.seq;
      for (const span of spans.take(record)) exporter.add(span, record.seq);
    },
    close: async () => {
      const { opening } = spans;
      const at = now();
      for (const span of spans.close(at)) exporter.add(span, head);
      const told = await exporter.close(CLOSE_MS);
      keep({ ...sent, rested: opening === null ? null : { opening, at, told } });
      await writing;
    },
  };
}

interface Sent {
  /** Null: nothing yet. */
  readonly seq: number | null;
  readonly rested: Rested | null;
}

function readSent(file: string): Sent {
  try {
    // Reeve's own file, which nobody else writes.
    const { seq, rested } = JSON.parse(readFileSync(file, "utf8")) as Sent;
    return { seq: Number.isSafeInteger(seq) ? seq : null, rested: typeof rested?.opening === "string" ? rested : null };
  } catch {
    return { seq: null, rested: null };
  }
}

function targetOf(
  { otlp, headersFrom }: TelemetryConfig,
  env: NodeJS.ProcessEnv,
  onNotice?: (sentence: string) => void,
): Pick<ExporterOptions, "url" | "headers"> | null {
  const url = otlp === "env" ? env["OTEL_EXPORTER_OTLP_ENDPOINT"] : otlp;
  const headers = otlp === "env" ? "OTEL_EXPORTER_OTLP_HEADERS" : headersFrom;
  if (url === undefined || !/^https?:\/\//.test(url)) {
    onNotice?.("OTEL_EXPORTER_OTLP_ENDPOINT names no collector, so no traces are sent.");
    return null;
  }
  return { url, headers: headers === undefined ? {} : headersIn(env[headers] ?? "") };
}

/** As OpenTelemetry writes them: `key=value,key=value`, values percent-encoded. */
function headersIn(text: string): Record<string, string> {
  const pairs = text.split(",").map((each) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(each));
  return Object.fromEntries(pairs.flatMap((pair) => (pair?.[1] ? [[pair[1], decoded(pair[2] ?? "")]] : [])));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
