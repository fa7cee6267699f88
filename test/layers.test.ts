/**
 * Who may import whom in src/, as a table; and the proof that Biome's rules say the same. For every folder a probe file
 * that imports everything is linted with the project's own biome.json, and what Biome denies is compared with the table.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const packages = ["node:fs", "zod", "yaml", "commander"];

/** What a folder may import beside itself. `main.ts` and `index.ts` at the top of src/ are free. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  basics: [],
  domain: [],
  config: ["basics", "domain", "zod", "yaml"],
  plan: ["basics", "domain", "config", "zod", "yaml"],
  engine: ["basics", "domain"],
  journal: ["basics", "domain", ...packages],
  effects: ["basics", "domain", "config", "plan", "engine", "journal", ...packages],
  runtime: ["basics", "domain", "config", "plan", "engine", "journal", "effects", ...packages],
  systems: ["basics", "domain", "config", "plan", "engine", "journal", "effects", "runtime", "node:fs", "zod", "yaml"],
  app: [
    ...["basics", "domain", "config", "plan", "engine", "journal", "effects", "runtime", "systems"],
    ...["node:fs", "zod", "yaml"],
  ],
  compose: [
    ...["basics", "domain", "config", "plan", "engine", "journal", "effects", "runtime", "systems", "app"],
    ...packages,
  ],
  views: ["basics", "domain", "config", "plan", "engine", "app", ...packages],
  library: [
    ...["basics", "domain", "config", "plan", "engine", "journal", "effects", "runtime", "systems", "app"],
    ...["compose", "views", "testing"],
    ...packages,
  ],
  testing: [
    ...["basics", "domain", "config", "plan", "engine", "journal", "effects", "runtime", "systems", "app"],
    ...["compose", "views", "library"],
    ...packages,
  ],
};
const folders = Object.keys(mayImport);
const pureFolders = ["basics", "domain", "config", "plan", "engine"];
const impureGlobals = [
  "Date",
  "performance",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "process",
  "crypto",
  "fetch",
];

let playground: string;
let denials: readonly Denial[];

beforeAll(() => {
  playground = realpathSync(mkdtempSync(join(tmpdir(), "reeve-layers-")));
  copyFileSync(join(root, "biome.json"), join(playground, "biome.json"));
  for (const folder of folders) {
    writeProbe(`src/${folder}/probe.ts`, "..");
    writeProbe(`src/${folder}/deeper/probe.ts`, "../..");
    writeProbe(`src/${folder}/probe.test.ts`, "..");
  }
  writeProbe("src/domain/work/result-schema.ts", "..");
  denials = lint();
});

afterAll(() => rmSync(playground, { recursive: true, force: true }));

test("every folder of src/ has its place among the layers", () => {
  const present = readdirSync(join(root, "src"), { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(folders).toEqual(expect.arrayContaining(present.map((each) => each.name)));
});

test.each(folders)("Biome lets %s import exactly what the table allows", (folder) => {
  const allowed = mayImport[folder] ?? [];
  const denied = [...folders, ...packages].filter((each) => each !== folder && !allowed.includes(each));
  expect(deniedIn(`src/${folder}/probe.ts`, "noRestrictedImports")).toEqual(denied.toSorted());
  expect(deniedIn(`src/${folder}/deeper/probe.ts`, "noRestrictedImports")).toEqual(denied.toSorted());
});

test("only the result schema of the domain imports zod", () => {
  const denied = [...folders, ...packages].filter((each) => each !== "zod" && each !== "domain");
  expect(deniedIn("src/domain/work/result-schema.ts", "noRestrictedImports")).toEqual(denied.toSorted());
});

test.each(pureFolders)("Biome keeps clocks, timers, dice and the process out of %s", (folder) => {
  expect(deniedIn(`src/${folder}/probe.ts`, "noRestrictedGlobals")).toEqual(impureGlobals.toSorted());
  expect(deniedIn(`src/${folder}/deeper/probe.ts`, "noRestrictedGlobals")).toEqual(impureGlobals.toSorted());
});

test.each(folders)("tests beside the code of %s are free", (folder) => {
  expect(deniedIn(`src/${folder}/probe.test.ts`, "noRestrictedImports")).toEqual([]);
  expect(deniedIn(`src/${folder}/probe.test.ts`, "noRestrictedGlobals")).toEqual([]);
});

interface Denial {
  readonly file: string;
  readonly rule: string;
  readonly what: string;
}

/** One import or global per line, so that a line number in Biome's report names it. */
function probeSubjects(): readonly string[] {
  return [...folders, ...packages, ...impureGlobals];
}

function writeProbe(file: string, up: string): void {
  const own = file.split("/")[1];
  const imports = folders.map((each) => `export * from "${each === own ? "." : `${up}/${each}`}/other.ts";`);
  const lines = [...imports, ...packages.map((each) => `export * from "${each}";`), ...impureGlobals];
  mkdirSync(join(playground, file, ".."), { recursive: true });
  writeFileSync(join(playground, file), `${lines.join("\n")}\n`);
}

function lint(): readonly Denial[] {
  const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
  const rules = ["--only=style/noRestrictedImports", "--only=style/noRestrictedGlobals"];
  const options = ["--vcs-enabled=false", "--max-diagnostics=none", "--reporter=github"];
  const output = outputOf([biome, "lint", ...rules, ...options, "."]);
  const subjects = probeSubjects();
  return [...output.matchAll(/^::error title=lint\/style\/(\w+),file=([^,]+),line=(\d+)/gm)].map((match) => ({
    rule: match[1] ?? "",
    file: relative(playground, match[2] ?? ""),
    what: subjects[Number(match[3]) - 1] ?? "",
  }));
}

/** Biome exits with 1 here: finding mistakes is what it is asked for. */
function outputOf(args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, args, { cwd: playground, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}

function deniedIn(file: string, rule: string): readonly string[] {
  return denials
    .filter((each) => each.file === file && each.rule === rule)
    .map((each) => each.what)
    .toSorted();
}
