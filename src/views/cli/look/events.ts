/** `reeve events [--follow]`: the journal as sentences, or as JSON Lines with everything in it. */
import { type RunRecord, readEvents } from "../../../app/look/events.ts";
import { giverOf } from "../../../app/look/giver-of.ts";
import { findProject } from "../../../app/project/project.ts";
import type { Role } from "../../../domain/spec/plan.ts";
import { narrate } from "../../narrate.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { clockText } from "../times.ts";
import { giverLines } from "./giver-lines.ts";

export interface EventsOptions extends CommonOptions {
  readonly follow?: boolean;
  readonly all?: boolean;
  readonly from?: number;
}

export async function eventsCommand(io: Io, signal: AbortSignal, options: EventsOptions): Promise<ExitCode> {
  const { run, from, all = false, json } = options;
  const roles = new Map<string, Role>();
  const show = (record: RunRecord): void => {
    if (json) return printRecord(io, record);
    printSentences(io, record, roles, all, giverLines(giverOf(record.input)));
  };
  const follow = options.follow ? signal : undefined;
  const read = await readEvents(findProject(io.cwd), { run, from, follow }, show);
  return read.ok ? EXIT.ok : refuse(io, json, read.refusal);
}

/** One JSON line per event; `id` is `seq.n`, `at` when it happened. A time that an event speaks of itself is its `due`. */
export function printRecord(io: Io, { seq, at, key, input, events }: RunRecord): void {
  const by = giverOf(input);
  const given = by ? { given_by: by } : {};
  events.forEach((event, n) => {
    const due = "at" in event ? { due: event.at } : {};
    printJson(io, { id: `${seq}.${n}`, key, ...event, at, ...due, ...given });
  });
}

/** `below` the first of them: who gave the order. */
export function printSentences(
  io: Io,
  record: RunRecord,
  roles: Map<string, Role>,
  all: boolean,
  below: readonly string[] = [],
): void {
  let more = below;
  for (const event of record.events) {
    if (event.type === "run_created") for (const task of event.plan.tasks) roles.set(task.id, task.role);
    if (event.type === "plan_changed") for (const task of event.added) roles.set(task.id, task.role);
    const sentence = narrate(event, (task) => roles.get(task) ?? "worker");
    if (sentence.loudness === "silent" && !all) continue;
    const who = sentence.task === null ? "" : `${sentence.task}: `;
    print(io, [`${clockText(record.at)}  ${who}${sentence.text}`, ...more]);
    more = [];
  }
}
