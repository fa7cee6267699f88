/**
 * A table in the docs that a test writes from what happened: with `REEVE_GOLDEN=update` it is written, otherwise compared with what
 * stands there. How long something took ("after 0.4 s") is of the machine: figures are shown and never compared.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "vitest";

export interface Place {
  /** Below docs/. */
  readonly page: string;
  /** The two comments that enclose it. */
  readonly begin: string;
  readonly end: string;
}

/** Prints it, too: whoever runs the test wants to see its figures. */
export function expectFigures(place: Place, text: string): void {
  console.log(text);
  if (isUpdate) write(place, text);
  expect(withoutTimes(text)).toEqual(withoutTimes(committed(place)));
}

export function expectGenerated(place: Place, text: string): void {
  if (isUpdate) write(place, text);
  expect(text.split("\n")).toEqual(committed(place).split("\n"));
}

export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(heads), `|${"---|".repeat(heads.length)}`, ...rows.map(line)].join("\n");
}

const isUpdate = process.env["REEVE_GOLDEN"] === "update";

function committed({ page, begin, end }: Place): string {
  const [, text = ""] = readFileSync(fileOf(page), "utf8").split(begin);
  return text.split(end)[0]?.trim() ?? "";
}

function write({ page, begin, end }: Place, text: string): void {
  const [before = "", rest = ""] = readFileSync(fileOf(page), "utf8").split(begin);
  writeFileSync(fileOf(page), `${before}${begin}\n${text}\n${end}${rest.split(end)[1] ?? "\n"}`);
}

function fileOf(page: string): URL {
  return new URL(`../docs/${page}`, import.meta.url);
}

function withoutTimes(text: string): string[] {
  return text.replaceAll(/\bafter \d+(?:\.\d)? s\b/g, "after some time").split("\n");
}
