/** `reeve events [--follow]`: the journal as sentences, or as JSON Lines with everything in it. */

import type { Role } from "../../../domain/plan.ts";
import type { Event } from "../../../engine/event.ts";
import type { Input } from "../../../engine/input.ts";
import type { RunRecord } from "../../../runtime/run/run-rules.ts";
import { narrate } from "../../narrate.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { findRun, orJournalTrouble } from "../open-run.ts";
import { clockText } from "../times.ts";

export interface EventsOptions extends CommonOptions {
  readonly follow?: boolean;
  readonly all?: boolean;
  readonly from?: number;
  readonly signal: AbortSignal;
}

export function eventsCommand(io: Io, options: EventsOptions): Promise<ExitCode> {
  return orJournalTrouble(io, options, async () => {
    const run = await findRun(io, options);
    if (typeof run === "number") return run;
    const { runs } = run.project;
    const from = options.from ?? 1;
    const roles = new Map<string, Role>();
    const records = options.follow
      ? runs.tail<Input, Event>(run.place.id, from, options.signal)
      : runs.read<Input, Event>(run.place.id, from);
    for await (const record of records) {
      if (options.json) printRecord(io, record);
      else printSentences(io, record, roles, options.all ?? false);
    }
    return EXIT.ok;
  });
}

/** One JSON line per event; `id` is `seq.n`. */
export function printRecord(io: Io, { seq, at, key, events }: RunRecord): void {
  events.forEach((event, n) => {
    printJson(io, { id: `${seq}.${n}`, at, key, ...event });
  });
}

export function printSentences(io: Io, record: RunRecord, roles: Map<string, Role>, all: boolean): void {
  for (const event of record.events) {
    if (event.type === "run_created") for (const task of event.plan.tasks) roles.set(task.id, task.role);
    if (event.type === "plan_changed") for (const task of event.added) roles.set(task.id, task.role);
    const sentence = narrate(event, (task) => roles.get(task) ?? "worker");
    if (sentence.loudness === "silent" && !all) continue;
    const who = sentence.task === null ? "" : `${sentence.task}: `;
    print(io, [`${clockText(record.at)}  ${who}${sentence.text}`]);
  }
}
