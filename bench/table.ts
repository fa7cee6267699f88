/** The one table all measurements end in: made here, printed and recorded by `run.ts`. */

export interface Row {
  readonly what: string;
  readonly reeve: string;
  /** The peer, or the limit nobody can beat, and its figure. */
  readonly beside: string;
  readonly ratio: string;
  readonly target: string;
  /** Null where there is no target, and the row is there to know the others by. */
  readonly met: boolean | null;
}

const HEAD = ["what", "Reeve", "beside it", "ratio", "target", ""] as const;

export function renderTable(rows: readonly Row[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? "").length)));
  const lines = cells.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`);
  lines.splice(1, 0, `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  return lines.join("\n");
}

function cellsOf({ what, reeve, beside, ratio, target, met }: Row): readonly string[] {
  return [what, reeve, beside, ratio, target, met === null ? "" : met ? "ok" : "MISSED"];
}
