/**
 * Proposals of subtasks in the body: written as a table, read back from it, judged by size. Pauli proposes, a second
 * reviewer answers on a later tick; after two rounds of disagreement a person decides. What is too many or too few is said,
 * never cut.
 */

import { headingsOf } from "../../documents/outline.ts";
import { rowText, tableIn } from "../../documents/table.ts";
import type { Entry, EpicBody, NewItem } from "../body/epic-body.ts";
import { withFields } from "../body/notes.ts";
import { entryOf } from "../dispatch/blast-radius.ts";
import { deliverableOf } from "../dispatch/deliverables.ts";
import { checkpoint, type Moment } from "./checkpoint.ts";
import type { Decision } from "./tick-types.ts";
import type { Subtask } from "./verdicts.ts";

const ROUNDS_MAX = 2;
const COLUMNS = ["#", "Title", "Why", "Files", "Days", "Kind", "Tags", "Depends on", "Acceptance"];

export type Round =
  | { readonly type: "propose"; readonly number: number }
  | { readonly type: "review"; readonly number: number }
  | { readonly type: "stuck"; readonly decide: (body: EpicBody, moment: Moment) => Decision };

/** Where the proposal stands, from what is written of it. */
export function openRound(body: EpicBody): Round {
  const proposed = roundsIn(body, "Decomposition Proposal");
  const judged = roundsIn(body, "Review Synthesis");
  if (proposed > judged) return { type: "review", number: proposed };
  return judged < ROUNDS_MAX ? { type: "propose", number: judged + 1 } : { type: "stuck", decide: stuck };
}

function stuck(body: EpicBody, moment: Moment): Decision {
  return checkpoint(body, moment, {
    ended: "halted",
    phase: "review",
    decision: "two rounds of disagreement about the decomposition",
    class: "-",
    sentence: "Pauli and the reviewer do not agree on the subtasks after two rounds; you decide.",
    next: "its person writes the items or mends the goal, and runs `reeve epic approve`.",
    changes: {
      status: "review",
      entries: [
        {
          section: "Pending Decisions",
          heading: "Decomposition",
          text: "- Which of the proposed rounds is worked, or how is the goal to be mended? Review Synthesis says what they disagree about.",
        },
      ],
    },
  });
}

function roundsIn({ text, sections }: EpicBody, title: "Decomposition Proposal" | "Review Synthesis"): number {
  const section = sections[title];
  if (section === undefined) return 0;
  const numbers = headingsOf(text.slice(0, section.until), section.end).map(
    (each) => /^Round (\d+)$/.exec(each.title)?.[1],
  );
  return Math.max(0, ...numbers.map((number) => Number(number ?? 0)));
}

export function proposalEntry(
  number: number,
  verdict: string,
  subtasks: readonly Subtask[],
  remarks: readonly string[],
): Entry {
  const rows = subtasks.map((each, at) =>
    rowText([
      `${at + 1}`,
      each.title,
      each.why,
      each.files.join(", "),
      `${each.days}`,
      each.kind ?? "code",
      (each.tags ?? []).join(", "),
      (each.depends_on ?? []).join(", "),
      each.acceptance.join(" / "),
    ]),
  );
  const table = [`| ${COLUMNS.join(" | ")} |`, `|${"---|".repeat(COLUMNS.length)}`, ...rows];
  const said = remarks.map((remark) => `- ${remark}`);
  const text = [`Pauli: ${verdict}`, "", ...table, ...(said.length > 0 ? ["", ...said] : [])].join("\n");
  return { section: "Decomposition Proposal", heading: `Round ${number}`, text };
}

/** The subtasks of a round as they stand in the body now: a person's corrections count. */
export function proposedItems(
  body: EpicBody,
  number: number,
): { readonly items: readonly NewItem[]; readonly verdict: string } | null {
  const text = entryOf(body, "Decomposition Proposal", `Round ${number}`);
  const verdict = /^Pauli:\s*(\w+)/m.exec(text)?.[1] ?? "PROCEED";
  const read = tableIn(text, 0, text.length);
  if (!read.ok || read.table === null) return null;
  const { rows } = read.table;
  const ids = rows.map((_, at) => `${body.id}-${at + 1}`);
  const items = rows.map((row, at): NewItem => {
    const [, title = "", why = "", files = "", days = "", kind = "code", tags = "", depends = "", accept = ""] =
      row.cells.map((cell) => cell.text);
    const deps = depends.split(",").flatMap((each) => ids[Number(each.trim()) - 1] ?? []);
    const fields = {
      kind,
      size: days,
      files: files === "" ? null : files,
      tags: tags === "" ? null : tags,
      deps: deps.length === 0 ? null : deps.join(","),
      accept: accept.replaceAll(";", ","),
      next: ids[at + 1] ?? `${body.id}-verify`,
    };
    return {
      id: ids[at] ?? "",
      title,
      status: "ready",
      notes: withFields(`why: ${why.replaceAll(";", ",").replaceAll("=", " ")}`, fields),
    };
  });
  const verify: NewItem = {
    id: `${body.id}-verify`,
    title: "Verify: goal resolved",
    status: "ready",
    notes: withFields("", {
      kind: "analysis",
      size: "0.25",
      deps: ids.join(","),
      accept: `the goal of the epic is resolved: ${body.title}`,
    }),
  };
  return { items: [...items, verify], verdict };
}

/** What is wrong with a proposal, one sentence each. */
export function problemsOf(subtasks: readonly Subtask[]): readonly string[] {
  const count = subtasks.length;
  const number = count >= 3 && count <= 7 ? [] : [`it has ${count} subtasks; 3 to 7 are wanted`];
  return [
    ...number,
    ...subtasks.flatMap(({ title, days, files, why, kind, depends_on = [] }, at) => [
      ...(days > 0.5 ? [`"${title}" takes ${days} days; at most 0.5 are wanted`] : []),
      ...(files.length > 10 ? [`"${title}" touches ${files.length} files; at most 10 are wanted`] : []),
      ...(/\b(?:and also|as well as)\b/i.test(why) ? [`"${title}" has more than one why`] : []),
      ...(deliverableOf(kind) === null ? [`"${title}" is of the unknown kind ${kind}`] : []),
      ...(depends_on.some((each) => each > count || each === at + 1)
        ? [`"${title}" depends on a subtask that is not there`]
        : []),
    ]),
  ];
}
