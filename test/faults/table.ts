/** The table of faults in docs/failure-model.md: written by the test (`REEVE_GOLDEN=update`), compared with it otherwise. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Row } from "./row.ts";

const PAGE = new URL("../../docs/failure-model.md", import.meta.url);
const BEGIN = "<!-- faults: written by test/faults -->";
const END = "<!-- end of faults -->";

export function committedTable(): string {
  const [, table = ""] = readFileSync(PAGE, "utf8").split(BEGIN);
  return table.split(END)[0]?.trim() ?? "";
}

export function writeTable(table: string): void {
  const [before = "", rest = ""] = readFileSync(PAGE, "utf8").split(BEGIN);
  writeFileSync(PAGE, `${before}${BEGIN}\n${table}\n${END}${rest.split(END)[1] ?? "\n"}`);
}

export function tableOf(groups: ReadonlyMap<string, readonly Row[]>): string {
  const lines = [...groups].flatMap(([area, rows]) => rows.map((row) => lineOf(area, row)));
  return ["| area | fault | seen in | decided | outcome |", "|---|---|---|---|---|", ...lines].join("\n");
}

function lineOf(area: string, { fault, seen, decided, outcome }: Row): string {
  return `| ${area} | ${fault} | ${seen} | ${decided} | ${outcome} |`;
}
