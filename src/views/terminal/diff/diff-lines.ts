/** A diff as git prints it, as rows: one head per file with what was added and removed, then its lines. It reads and decides nothing. */
import { displaySafe } from "../../../domain/words/display-safe.ts";
import { bold, dim, EMPTY, type Line, span } from "../paint/line.ts";

export interface DiffText {
  readonly lines: readonly Line[];
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  /** Lines that are not shown. */
  readonly more: number;
}

/** More than anybody reads on a terminal; `reeve review --task ID --diff` has it all. */
const LINES_MAX = 5_000;

export function diffLines(text: string): DiffText {
  const files = text.split(/^(?=diff --git )/m).filter((part) => part.startsWith("diff --git "));
  const counted = files.map(readFile);
  const lines = counted.flatMap((file, n) => [...(n === 0 ? [] : [EMPTY]), ...fileLines(file)]);
  return {
    lines: lines.slice(0, LINES_MAX),
    files: files.length,
    added: sum(counted, ({ added }) => added),
    removed: sum(counted, ({ removed }) => removed),
    more: Math.max(0, lines.length - LINES_MAX),
  };
}

interface FileDiff {
  readonly name: string;
  /** New, deleted, renamed, binary; empty: changed. */
  readonly note: string;
  readonly body: readonly string[];
  readonly added: number;
  readonly removed: number;
}

function readFile(part: string): FileDiff {
  const all = displaySafe(part).replace(/\n$/, "").split("\n");
  const first = all.findIndex((line) => line.startsWith("@@"));
  const head = first === -1 ? all : all.slice(0, first);
  const body = first === -1 ? [] : all.slice(first);
  return {
    name: nameIn(head),
    note: NOTES.find(([sign]) => head.some((line) => line.startsWith(sign)))?.[1] ?? "",
    body,
    added: body.filter((line) => line.startsWith("+")).length,
    removed: body.filter((line) => line.startsWith("-")).length,
  };
}

const NOTES = [
  ["new file", "new"],
  ["deleted file", "deleted"],
  ["rename from", "renamed"],
  ["Binary files", "not text"],
  ["old mode", "mode changed"],
] as const;

/** As it is called afterwards; of a deleted one as it was. */
function nameIn(head: readonly string[]): string {
  const after = head.find((line) => line.startsWith("+++ ") && line !== "+++ /dev/null")?.slice("+++ b/".length);
  const before = head.find((line) => line.startsWith("--- ") && line !== "--- /dev/null")?.slice("--- a/".length);
  return after ?? before ?? head[0]?.replace(/^diff --git a\/.* b\//, "") ?? "";
}

function fileLines({ name, note, body, added, removed }: FileDiff): Line[] {
  const counts: Line = [span(`  +${added}`, "done"), span(` −${removed}`, "failed")];
  return [[span(" "), bold(name), dim(note === "" ? "" : `  ${note}`), ...counts], ...body.map(bodyLine)];
}

function bodyLine(line: string): Line {
  const text = line.replaceAll("\t", "  ");
  if (text.startsWith("@@")) return [dim(` ${text}`)];
  if (text.startsWith("+")) return [span(" "), span(text, "done")];
  return text.startsWith("-") ? [span(" "), span(text, "failed")] : [span(` ${text}`)];
}

function sum<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((total, each) => total + of(each), 0);
}
