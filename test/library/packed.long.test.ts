/** The package as users get it: packed, unpacked into another project, run by Node 22 and 24, compiled under both resolutions. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { node22 } from "../../scripts/install-node22.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
let place: string;
let installed: string;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "reeve-packed-"));
  const packed = run("npm", ["pack", "--ignore-scripts", "--pack-destination", place], root);
  installed = join(place, "node_modules", "reeve");
  mkdirSync(installed, { recursive: true });
  run(
    "tar",
    ["-xzf", join(place, packed.trim().split("\n").at(-1) ?? ""), "-C", installed, "--strip-components=1"],
    place,
  );
  // What it depends on is installed already; nothing else of this repository can be found from there.
  const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as Packed;
  for (const name of [...Object.keys(dependencies), "@types/node"]) {
    mkdirSync(dirname(join(place, "node_modules", name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(place, "node_modules", name));
  }
  writeFileSync(join(place, "package.json"), '{ "type": "module" }');
  cpSync(join(installed, "examples"), join(place, "examples"), { recursive: true });
  writeFileSync(join(place, OWN_TEST), OWN_TEST_TEXT);
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

interface Packed {
  readonly dependencies: Readonly<Record<string, string>>;
}

const PROGRAMS = [
  ["04-library/supervise.ts", "2 of 2 tasks are done"],
  ["15-follow-a-run/follow.ts", "r1 ended: 3 of 3 tasks are done"],
  ["16-own-adapter/supervise.ts", "r1 ended: done"],
  ["17-tree/tree.ts", "the tree ended: shutdown"],
] as const;

/** A test that somebody writes on top of Reeve. */
const OWN_TEST = "own-test.ts";
const OWN_TEST_TEXT = `import type { State } from "reeve";
import { done, type Given, given, manualClock, type Scenario, type Task } from "reeve/testing";

const plan: Given = { tasks: ["a", { id: "b", dependsOn: ["a"] }] };
const run: Scenario = given(plan).up("a.1").ends("a.1", done("a"));
const state: State = run.state;
const task: Task | undefined = state.tasks.get("a");
console.log("a is", task?.status, "at", manualClock().now() >= 0);
`;

describe.each([
  ["Node 24", () => process.execPath],
  ["Node 22", node22],
])("under %s", (_name, program) => {
  test.each(PROGRAMS)("%s", (file, said) => {
    const path = join(place, "examples", file);
    const env = { ...process.env, PATH: `${dirname(program())}:${process.env["PATH"]}` };
    expect(run(program(), [path], dirname(path), env)).toContain(said);
  });

  test("a test on top of Reeve", () => {
    expect(run(program(), [join(place, OWN_TEST)], place)).toContain("a is done at true");
  });

  test("the command", () => {
    const env = { ...process.env, HOME: place };
    expect(run(program(), [join(installed, "bin/reeve.js"), "--version"], place, env)).toMatch(/^\d+\.\d+\.\d+/);
  });
});

test.each([
  ["nodenext", "nodenext"],
  ["bundler", "esnext"],
])("its types compile under moduleResolution %s, with nothing skipped", (moduleResolution, module) => {
  const options = { module, moduleResolution, target: "es2024", lib: ["es2024"], types: ["node"], strict: true };
  const more = {
    noEmit: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
  };
  const config = join(place, `tsconfig.${moduleResolution}.json`);
  const files = [OWN_TEST, ...PROGRAMS.map(([file]) => `examples/${file}`)];
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...options, ...more }, files }));
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  expect(run(process.execPath, [tsc, "-p", config], place)).toBe("");
});

test("no page in it links to what is not in it", () => {
  const dead = globSync("**/*.md", { cwd: installed, exclude: ["node_modules/**"] }).flatMap((page) => {
    const text = readFileSync(join(installed, page), "utf8").replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "");
    return [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)|(?:src|srcset)="([^"#]+)"/g)]
      .map(([, link, source]) => link ?? source ?? "")
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => !existsSync(join(installed, normalize(join(dirname(page), link)))))
      .map((link) => `${page} → ${link}`);
  });
  expect(dead).toEqual([]);
});

function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}\n${stdout}${stderr}`);
  return stdout;
}
