/** The rooms of the engine: which way they import each other, that a fold asks no rule, and the page that lists them. */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { engineTables } from "../scripts/engine-tables.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

test("no subject imports another that leads back to it", () => {
  const rooms = importsOfRooms();
  for (const room of rooms.keys()) expect(wayBack(rooms, room), `circle through ${room}`).toEqual([]);
});

test("the way back is found where there is one", () => {
  const circle = new Map([
    ["a", new Set(["b"])],
    ["b", new Set(["c"])],
    ["c", new Set(["a"])],
  ]);
  expect(wayBack(circle, "a")).toEqual(["a", "b", "c", "a"]);
});

test("a fold that asks a rule is refused by the linter", () => {
  const playground = realpathSync(mkdtempSync(join(tmpdir(), "reeve-folds-")));
  try {
    copyFileSync(join(root, "biome.json"), join(playground, "biome.json"));
    mkdirSync(join(playground, "src", "engine", "room"), { recursive: true });
    const rules = [
      "../recovery/ladder.ts",
      "../classify/classify.ts",
      "../causes/cause-of.ts",
      "../../domain/proof/gate.ts",
      "../proof/decide.ts",
    ];
    const plain = [
      "../task/evolve.ts",
      "../talk/session-fold.ts",
      "../state.ts",
      "../timer.ts",
      "../../domain/work/task.ts",
      "../supervision/shape/facts.ts",
      "./events.ts",
    ];
    const lines = [...rules, ...plain].map((from) => `export * from "${from}";`);
    writeFileSync(join(playground, "src", "engine", "room", "evolve.ts"), `${lines.join("\n")}\n`);
    expect(deniedLines(playground)).toEqual(rules.map((_, index) => index + 1));
  } finally {
    rmSync(playground, { recursive: true, force: true });
  }
});

test("docs/engine-tables.md is what the tables say: `npm run tables` writes it anew", async () => {
  expect(readFileSync(join(root, "docs", "engine-tables.md"), "utf8")).toBe(await engineTables());
});

function importsOfRooms(): ReadonlyMap<string, ReadonlySet<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const file of globSync("src/engine/*/**/*.ts", { cwd: root })) {
    if (file.endsWith(".test.ts")) continue;
    const room = roomOf(file) ?? "";
    const imports = rooms.get(room) ?? new Set();
    rooms.set(room, imports);
    for (const [, from = ""] of readFileSync(join(root, file), "utf8").matchAll(/ from "(\.[^"]+)"/g)) {
      const other = roomOf(normalize(join(dirname(file), from)));
      if (other !== null && other !== room) imports.add(other);
    }
  }
  return rooms;
}

function roomOf(file: string): string | null {
  return /^src\/engine\/([^/]+)\//.exec(file)?.[1] ?? null;
}

function wayBack(rooms: ReadonlyMap<string, ReadonlySet<string>>, room: string): readonly string[] {
  const todo: string[][] = [[room]];
  const seen = new Set<string>();
  for (let way = todo.pop(); way !== undefined; way = todo.pop()) {
    for (const next of rooms.get(way.at(-1) ?? "") ?? []) {
      if (next === room) return [...way, next];
      if (!seen.has(next)) todo.push([...way, next]);
      seen.add(next);
    }
  }
  return [];
}

function deniedLines(playground: string): readonly number[] {
  const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
  const options = [
    "--only=style/noRestrictedImports",
    "--vcs-enabled=false",
    "--max-diagnostics=none",
    "--reporter=github",
  ];
  let output = "";
  try {
    output = execFileSync(process.execPath, [biome, "lint", ...options, "."], { cwd: playground, encoding: "utf8" });
  } catch (error) {
    output = String((error as { readonly stdout?: unknown }).stdout);
  }
  return [...output.matchAll(/,line=(\d+)/g)].map(([, line]) => Number(line)).toSorted((a, b) => a - b);
}
