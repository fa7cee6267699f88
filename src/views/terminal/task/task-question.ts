/**
 * What needs a person, whole: the question with all its words, what was read from the world, every option to choose from, and
 * the command. Sentences and options wrap; nothing that somebody has to decide by is cut.
 */
import type { AttentionRow } from "../../model/attention.ts";
import { plainText, wrap } from "../../words.ts";
import { dim, hanging, type Line, span } from "../paint/line.ts";
import { ageText } from "../paint/short-times.ts";
import { type Block, section } from "../screens/screen.ts";
import type { Watched } from "../screens/watched.ts";

export function questionBlocks({ rows, now }: Watched, id: string, width: number): Block[] {
  return rows
    .filter(({ tasks, question }) => question !== null && tasks.includes(id))
    .flatMap((row) => rowBlocks(row, now, width, id));
}

const TITLES: Readonly<Partial<Record<AttentionRow["kind"], string>>> = { proposal: "PROPOSAL", question: "QUESTION" };
const EVIDENCE_MAX = 8;
/** The cursor steps through long texts, so that all of them can be read on a small screen. */
const STEP_ROWS = 8;

export function rowBlocks(row: AttentionRow, now: number, width: number, task?: string): Block[] {
  const about = { ...(task !== undefined && { task }), ...(row.question && { question: row.question }) };
  const words = [
    ...hanging([span(" ")], row.what, width, { weight: "bold" }),
    ...(row.detail === null ? [] : hanging([span(" ")], plainText(row.detail), width)),
    ...row.evidence.slice(0, EVIDENCE_MAX).flatMap((text) => evidenceLines(text, width)),
  ];
  const options = row.options.map(
    (text, n): Block => ({
      id: optionId(row.id, n + 1),
      ...about,
      lines: hanging([span(" "), span(`${n + 1}`, "question"), span(" ")], text, width),
    }),
  );
  const [act] = row.acts;
  return [
    { lines: [section(titleOf(row, now), width)] },
    ...steps(words).map((lines, n): Block => ({ id: n === 0 ? row.id : `${row.id}:${n}`, ...about, lines })),
    ...options,
    ...(act === undefined ? [] : [{ lines: hanging([dim(" $ ")], act.command, width, { weight: "dim" }) }]),
  ];
}

function optionId(row: string, option: number): string {
  return `${row}:option:${option}`;
}

/** Which option of a question is under the cursor. */
export function optionOf(id: string): string | undefined {
  return /:option:(\d)$/.exec(id)?.[1];
}

function titleOf(row: AttentionRow, now: number): string {
  const named = TITLES[row.kind] ?? (row.question === null ? "NEEDS YOU" : "QUESTION");
  return [
    row.question === null ? named : `${named} ${row.question}`,
    ...(row.since === null ? [] : [`${ageText(now - row.since)} AGO`]),
    ...(row.holds > 0 ? [`HOLDS ${row.holds}`] : row.holdsRun ? ["HOLDS ALL"] : []),
  ].join(", ");
}

function evidenceLines(text: string, width: number): Line[] {
  return wrap(text, width - 6).map((row) => [dim("   │ "), span(row)]);
}

function steps(lines: readonly Line[]): Line[][] {
  return Array.from({ length: Math.ceil(lines.length / STEP_ROWS) }, (_, n) =>
    lines.slice(n * STEP_ROWS, (n + 1) * STEP_ROWS),
  );
}
