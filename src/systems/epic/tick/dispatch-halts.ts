/** Ends of a preflight without a dispatch: the worker is at capacity, it cannot be done as it was asked for, or Pauli halts. Each says why, and names what comes next. */
import { rowText } from "../../documents/table.ts";
import type { EpicBody, Item } from "../body/epic-body.ts";
import { scanProse, skipDirectives } from "../prose/scan-prose.ts";
import { subtaskOf } from "./act-verify.ts";
import { checkpoint, type Moment, stamp } from "./checkpoint.ts";
import { malformed } from "./malformed.ts";
import { type Confirmed, type Decision, TABLE_ROWS } from "./tick-types.ts";
import type { HaltVerdict } from "./verdicts.ts";

export function atCapacity(body: EpicBody, moment: Moment, item: Item, worker: string): Decision {
  return checkpoint(body, moment, {
    phase: "dispatch",
    decision: `${item.id} stays queued`,
    class: "-",
    notes: `${worker} is at capacity`,
    sentence: `${item.id} stays queued: ${worker} is at capacity.`,
  });
}

export function infeasible(
  body: EpicBody,
  moment: Moment,
  item: Item,
  reason: string,
  confirmed?: Confirmed,
): Decision {
  const task = subtaskOf(body, item, "refine", {
    title: `Refine: ${item.title}`,
    status: "ready",
    kind: item.fields.kind ?? "code",
    accept: `${item.id} can be dispatched as it was asked for`,
  });
  const table = confirmed === undefined ? [] : ["", ...preflightLines(confirmed)];
  const text = [
    `- Item: ${item.id}`,
    `- Why not: ${reason.replace(/\s+/g, " ")}`,
    "- Ways out: make it possible as it was asked for; or a person changes what is asked for in the item's row.",
    ...table,
  ].join("\n");
  return checkpoint(body, moment, {
    ended: "halted",
    phase: "halt",
    decision: `no dispatch of ${item.id}`,
    class: "dispatch_halt",
    notes: reason,
    sentence: `The epic halts: ${item.id} cannot be dispatched as it was asked for: ${reason}.`,
    next: `${task.id} (${task.title}).`,
    changes: {
      status: "review",
      added: [task],
      entries: [{ section: "Dispatch Infeasibility Report", heading: `${stamp(moment.now)} ${item.id}`, text }],
    },
  });
}

export function preflightLines({ rows }: Confirmed): readonly string[] {
  const around = rows.filter(({ name }) => !TABLE_ROWS.includes(name));
  const table = rows.filter(({ name }) => TABLE_ROWS.includes(name));
  return [
    ...around.map(({ name, found, ok }) => `- ${name}: ${found}${ok ? "" : " (not ok)"}`),
    "",
    "| Pre-flight | Found | OK |",
    "|---|---|---|",
    ...table.map(({ name, found, ok }) => rowText([name, found, ok ? "yes" : "no"])),
  ];
}

/** What only needs looking at, or a brief that says more, halts nothing. */
const NO_HALT =
  /\b(?:ambigu\w+|unclear|not clear|unsure|uncertain|don't know|do not know|missing (?:fact|detail|information|context)|which (?:file|function|module|name)|no (?:such )?tool|lacks? (?:a|the) tool|tool gap|needs? (?:investigation|more context))\b/i;

export function stopped(body: EpicBody, moment: Moment, { status, reason }: HaltVerdict): Decision {
  const [refused] = scanProse(reason, skipDirectives(body.spoken));
  if (refused)
    return malformed(
      body,
      moment,
      "pauli",
      `the halt offers a way around a check (${refused.words}): both ways out of a halt must be fixes`,
    );
  if (NO_HALT.test(reason))
    return malformed(
      body,
      moment,
      "pauli",
      `"${reason}" is no halt: dispatch with a brief, dispatch an investigation, or file a fix task`,
    );
  return checkpoint(body, moment, {
    ended: "halted",
    phase: "halt",
    decision: "pauli preflight halt",
    class: "dispatch_halt",
    notes: reason,
    sentence: `The epic halts: ${reason}`,
    next: "its person settles it and runs `reeve epic reset`.",
    changes: {
      status,
      entries: [
        {
          section: "Dispatch Infeasibility Report",
          heading: `${stamp(moment.now)} preflight`,
          text: `- Why not: ${reason.replace(/\s+/g, " ")}`,
        },
        {
          section: "Pending Decisions",
          heading: `Preflight ${stamp(moment.now)}`,
          text: `- ${reason.replace(/\s+/g, " ")}`,
        },
      ],
    },
  });
}
