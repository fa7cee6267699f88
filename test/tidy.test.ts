/**
 * The house rules that no linter knows, as tests over the files of the project. Rules that Biome can check are in
 * biome.json. An exception is a line in a table here, with its reason.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Size follows ideas: most files are small, a whole is not cut to fit, and what is larger says why. */
const linesMost = 150;
const shareMin = 0.9;
const linesMax = 200;
const filesMax = 16;

/** file → the idea that would be cut. */
const longFiles: Readonly<Record<string, string>> = {
  "src/runtime/run/run-performer.ts":
    "what acts for a run is connected in one place, which reads as its life: made, open, closed",
  "src/app/refusal.ts": "every reason to refuse is a member of one closed union",
  "src/app/run/prepare-run.ts": "all that is settled before a run starts reads as one list",
  "src/config/config-schema.ts": "the shape of reeve.yaml reads as one table",
  "src/domain/spec/config.ts": "what reeve.yaml says reads as one type",
  "src/runtime/telemetry/run-spans.ts": "every span of a run is begun and ended in one class",
  "src/effects/agents/host/process-host.ts": "one port over one table of attempts",
  "src/effects/workspace/open-workspaces.ts": "one port, with git and without, side by side",
  "src/runtime/monitors/violation-watch.ts": "all that is remembered of an attempt's violations is in one class",
  "src/effects/processes/keeper.sh": "one program that is started by its path, and has to be read as a whole",
  "src/testing/given.ts": "one scenario: all that an engine test says reads from here",
};

/** folder → why what is in it lies side by side. */
const wideFolders: Readonly<Record<string, string>> = {};

/** Folders whose files others made: compared byte by byte or installed. */
const notOurs = new Set(["node_modules", "dist", ".git", ".reeve", "golden"]);
const generated = /(^|\/)package-lock\.json$|^schemas\//;
const pure = /^src\/(basics|domain|config|plan|engine)\//;

const files = listFiles(root).filter((file) => !generated.test(file));
const code = files.filter((file) => /\.(ts|js|mjs|sh)$/.test(file));
const source = code.filter((file) => /^(src|bin|scripts)\//.test(file) && !file.endsWith(".test.ts"));
const pages = files.filter((file) => file.endsWith(".md"));

test(`at least ${shareMin * 100} % of the source files have no more than ${linesMost} lines`, () => {
  const short = source.filter((file) => lineCount(file) <= linesMost);
  expect(short.length / source.length).toBeGreaterThanOrEqual(shareMin);
});

test(`a file of more than ${linesMax} lines is listed with the idea that would be cut`, () => {
  const long = code.filter((file) => lineCount(file) > linesMax);
  expect(long.toSorted()).toEqual(Object.keys(longFiles).toSorted());
});

test(`a folder has at most ${filesMax} source files side by side, or is listed with a reason`, () => {
  const beside = source.concat(code.filter((file) => file.startsWith("bench/"))).map(dirname);
  const counts = Map.groupBy(beside, (folder) => folder);
  const wide = [...counts].filter(([, each]) => each.length > filesMax);
  expect(wide.map(([folder]) => folder).toSorted()).toEqual(Object.keys(wideFolders).toSorted());
});

test("every source file opens with a comment that says what it decides", () => {
  expect(source.filter((file) => !/^(#!.*\n)?(\/\*\*|# \S)/.test(text(file)))).toEqual([]);
});

test("pure folders read no clock and throw no dice", () => {
  const purest = source.filter((file) => pure.test(file));
  expect(linesMatching(purest, /\bMath\.random\b|\bDate\.now\b|\bnew Date\b/)).toEqual([]);
});

test("no rule is switched off in place", () => {
  expect(linesMatching(code, /biome-ignor[e]|@ts-(ignor[e]|nochec[k])|eslint-disabl[e]/)).toEqual([]);
});

test("nothing is left for later in a comment", () => {
  expect(linesMatching(files, /\b(TOD[O]|FIXM[E]|XX[X]|HAC[K])\b/)).toEqual([]);
});

test("file and folder names are kebab-case", () => {
  const named = files.filter((file) => /^(src|test|scripts|bench|examples|docs)\//.test(file));
  const parts = new Set(named.flatMap((file) => file.split("/")));
  expect([...parts].filter((part) => !/^([a-z0-9]+(-[a-z0-9]+)*)(\.[a-z0-9-]+)*$|^README\.md$/.test(part))).toEqual([]);
});

test("nothing is named after having no name", () => {
  expect(files.filter((file) => /(^|\/)(utils?|common|misc)(\/|\.)/.test(file))).toEqual([]);
});

test("no file names a place that exists on one machine only", () => {
  expect(linesMatching(files, /(^|[\s"'`(=])\/(wor[k]\b|roo[t]\b|hom[e]\/\w|User[s]\/\w|tm[p]\/\w)/)).toEqual([]);
});

test("the project speaks of itself alone, not of how it is developed", () => {
  const pageNames = new Set(pages.map((page) => basename(page, ".md")));
  const unpublished = ["design", "style", "tree", "recovery", "brief"].filter((name) => !pageNames.has(name));
  const words = [
    new RegExp(`\\b(${unpublished.join("|")})\\.md\\b`),
    /\bissue #?\d/i,
    /\bCo-Authored-B[y]\b/i,
    /\bas an AI\b/,
    /\bgenerated (with|by) (an? )?(AI|LLM|Claude|Codex|ChatGPT|Copilot)\b/i,
    /\bthe (lead|helper|reviewer|session) (said|asked|wants|commits)\b/i,
    /\bregistry\.npmj[s]\b|\bartifactor[y]\b|\bverdacci[o]\b/i,
  ];
  expect(words.flatMap((word) => linesMatching(files, word))).toEqual([]);
});

test("every relative link in a page leads to a file", () => {
  const broken = pages.flatMap((page) =>
    relativeLinks(text(page))
      .filter((link) => !existsSync(join(root, dirname(page), link)))
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("decision records are numbered without gaps and open with their number", () => {
  const records = files.filter((file) => /^docs\/adr\/(?!README)/.test(file)).toSorted();
  records.forEach((file, index) => {
    const number = String(index + 1).padStart(4, "0");
    expect(file).toMatch(new RegExp(`^docs/adr/${number}-[a-z0-9-]+\\.md$`));
    expect(text(file).split("\n")[0]).toMatch(new RegExp(`^# ${number}\\b`));
  });
});

test("the changelog has a section for what is being changed or for the current version", () => {
  const { version } = manifest();
  const headings = text("CHANGELOG.md").match(/^## .*$/gm) ?? [];
  expect(headings[0]).toMatch(new RegExp(`^## \\[?(Unreleased|${version.replaceAll(".", "\\.")})\\b`));
});

test("the lock file names the optional packages of every system, not only of the one it was written on", () => {
  const { packages } = JSON.parse(text("package-lock.json")) as LockFile;
  const optional = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
  expect(optional.filter((name) => !locked.has(name))).toEqual([]);
});

test("everything package.json promises exists after a build", () => {
  const { bin, exports, files: published } = manifest();
  const entries = Object.values(exports).flatMap((entry) =>
    typeof entry === "string" ? [entry] : Object.values(entry),
  );
  const promised = [...Object.values(bin), ...entries, ...published].filter((path) => !path.includes("*"));
  expect(promised.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // In a worktree `.git` is a file.
    if (notOurs.has(entry.name) || entry.name.startsWith("dist.")) return [];
    if (entry.isDirectory()) return listFiles(path);
    return entry.isFile() ? [relative(root, path)] : [];
  });
}

function text(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

function lineCount(file: string): number {
  return text(file).trimEnd().split("\n").length;
}

function linesMatching(among: readonly string[], pattern: RegExp): readonly string[] {
  return among.flatMap((file) =>
    text(file)
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 80)}`] : [])),
  );
}

/** Links to other places on the web and within the page are not followed; what stands in code is no link. */
function relativeLinks(markdown: string): readonly string[] {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)]
    .map((match) => (match[1] ?? "").replace(/#.*$/, ""))
    .filter((link) => link !== "" && !/^[a-z]+:/.test(link));
}

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}

interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly files: readonly string[];
}

function manifest(): Manifest {
  return JSON.parse(text("package.json")) as Manifest;
}
