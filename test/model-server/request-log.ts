/**
 * Remembers the latest requests, so that a test can see what an agent really sent, and lets a test wait for one. Old
 * requests and long texts are dropped; a record changes once, when its answer has ended.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Api, Conversation, Message } from "./conversation.ts";
import type { Marker } from "./marker.ts";
import type { Reply } from "./reply.ts";

const RECORDS_MAX = 1000;
const TEXT_LENGTH_MAX = 4000;

export interface RequestRecord {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** null: no request to a model, or one that counts tokens. */
  readonly api: Api | null;
  readonly model: string;
  readonly stream: boolean;
  /** The marker as it was written; null: none, or the agent's own errand. */
  readonly scenario: string | null;
  readonly turn: number;
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly string[];
  /** What was decided; null: not a request to a model. */
  readonly reply: Reply | null;
  /** How it ended, from the server's side. */
  readonly ended: "open" | "answered" | "broken_off" | "client_gone";
}

export interface RequestLog {
  readonly all: () => readonly RequestRecord[];
  /** Gives the function that says how the request ended. */
  readonly add: (record: RequestRecord) => (ended: RequestRecord["ended"]) => void;
  /** The first record that matches, as soon as there is one. */
  readonly until: (matches: (record: RequestRecord) => boolean) => Promise<RequestRecord>;
}

export function openRequestLog(): RequestLog {
  let records: readonly RequestRecord[] = [];
  const waiting = new Set<() => void>();
  const change = (next: readonly RequestRecord[]) => {
    records = next.slice(-RECORDS_MAX);
    for (const look of waiting) look();
  };
  return {
    all: () => records,
    add: (record) => {
      let current = record;
      change([...records, current]);
      return (ended) => {
        const before = current;
        current = { ...record, ended };
        change(records.map((each) => (each === before ? current : each)));
      };
    },
    until: (matches) =>
      new Promise((resolve) => {
        const look = () => {
          const found = records.find(matches);
          if (found === undefined) return void waiting.add(look);
          waiting.delete(look);
          resolve(found);
        };
        look();
      }),
  };
}

export function recordOf(conversation: Conversation, marker: Marker | null, reply: Reply) {
  const { api, model, stream, system, messages, tools } = conversation;
  return {
    api,
    model,
    stream,
    scenario: marker?.written ?? null,
    turn: marker?.turn ?? 0,
    system: short(system),
    messages: messages.map((each) => ({ ...each, text: short(each.text), toolResults: each.toolResults.map(short) })),
    tools: tools.map(({ name }) => name),
    reply,
  };
}

function short(text: string): string {
  return text.slice(0, TEXT_LENGTH_MAX);
}
