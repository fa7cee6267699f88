/** SECURITY.md promises nothing that no test tries: each row of its tables of attacks names one, and it is there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGE = readFileSync(`${ROOT}SECURITY.md`, "utf8");
const CASES = readdirSync(`${ROOT}test/attacks`)
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => readFileSync(`${ROOT}test/attacks/${name}`, "utf8"))
  .join("\n");

interface Row {
  readonly who: string;
  readonly cells: readonly string[];
}

/** Of tables that say what happens to an attack: their last column is its test, or what holds without the sandbox. */
function attacks(): readonly Row[] {
  const tables = PAGE.split(/\n(?!\|)/).map((part) => part.split("\n").filter((line) => line.startsWith("|")));
  return tables
    .filter(([head = ""]) => /\| (test|without) \|$/.test(head))
    .flatMap(([, , ...rows]) => rows)
    .map((row) => row.slice(2, -2).split(" | "))
    .map(([who = "", ...cells]) => ({ who, cells }));
}

function filesIn(text: string): readonly string[] {
  return [...text.matchAll(/`([\w./-]+\.test\.ts)`/g)].flatMap(([, name]) => name ?? []);
}

function isThere(name: string): boolean {
  const places = ["", "src/", "test/attacks/", "test/e2e/", "test/"];
  return (
    places.some((place) => existsSync(`${ROOT}${place}${name}`)) || SOURCES.some((path) => path.endsWith(`/${name}`))
  );
}

const SOURCES = readdirSync(`${ROOT}src`, { recursive: true, encoding: "utf8" });

describe("SECURITY.md", () => {
  it("names a test in every row of its tables of attacks, also for what holds without the sandbox", () => {
    const rows = attacks();
    expect(rows.length).toBeGreaterThan(35);
    const untried = rows.filter(({ cells }) => {
      const [held = "", last = ""] = cells;
      const isOpen = last.startsWith("**it can**");
      const named = filesIn(last).length > 0 || isOpen;
      return !named || (isOpen && filesIn(held).length === 0 && !/"[^"]+"/.test(held));
    });
    expect(untried.map(({ who }) => who)).toEqual([]);
  });

  it("names only files and cases that are there", () => {
    expect([...new Set(filesIn(PAGE))].filter((name) => !isThere(name))).toEqual([]);
    const walls = attacks().filter(({ cells }) => cells.length === 2 && !/^`/.test(cells[1] ?? ""));
    const titles = walls.flatMap(({ cells }) =>
      [...(cells[0] ?? "").matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title),
    );
    expect(titles.length).toBeGreaterThan(8);
    expect(titles.filter((title) => !CASES.includes(title))).toEqual([]);
  });
});
