/** Example 09 with the real Claude Code and Codex: all commands of its page, with models that follow a script. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseScript } from "../../src/effects/agents/scripted/script.ts";
import { commandsOf, EXAMPLES } from "../e2e/example-page.ts";
import { aProject } from "../e2e/kit.ts";
import { BIN, type TestProject } from "../e2e/project.ts";
import { startModelServer } from "../model-server/model-server.ts";
import { scriptPlayer } from "../model-server/play-script.ts";
import { gitIn } from "../repository.ts";
import { configurationOf } from "./harness/configure.ts";
import { AGENTS_DIR, whyNotInstalled } from "./harness/installed.ts";
import { runToEnd } from "./harness/run-to-end.ts";

const AGENTS = ["claude", "codex"] as const;
const NAME = "09-two-agents";

test("Claude Code and Codex work one plan to its end", async () => {
  for (const agent of AGENTS) expect(whyNotInstalled(agent)).toBeNull();
  const project = aProject();
  const env = await theirWorld(project);
  const dir = join(project.dir, "duration");
  cpSync(join(EXAMPLES, NAME), dir, { recursive: true });
  const said: string[] = [];
  for (const [program, ...args] of [...commandsOf(NAME), ...commandsOf(NAME, 1)]) {
    if (program === "git") gitIn(dir, ...args);
    else {
      const ran = await runToEnd([process.execPath, BIN, ...args], { cwd: dir, env, outputDir: project.dir });
      expect(ran.code, `reeve ${args.join(" ")}\n${ran.stdout}${ran.stderr}`).toBe(0);
      said.push(ran.stdout);
    }
  }
  const [, doctor = "", run = "", review = ""] = said;
  for (const agent of AGENTS) expect(doctor).toMatch(new RegExp(`Agent ${agent}: a turn on loopback worked`));
  expect(run).toMatch(/module: attempt 1 starts \(codex\)[\s\S]*module: is merged/);
  expect(run).toMatch(/tests: attempt 1 starts \(claude\)\n.*docs: attempt 1 starts \(claude\)/);
  expect(run).toMatch(/(tests|docs): is merged[\s\S]*cli: attempt 1 starts \(codex\)/);
  expect(run).toMatch(/All 4 tasks are done/);
  expect(review).toMatch(/is green/);
  const landed = [
    "src/duration.js",
    "test/duration.test.js",
    "docs/duration.md",
    "bin/duration.js",
    "test/cli.test.js",
  ];
  for (const file of landed) expect(readFileSync(join(dir, file), "utf8")).not.toBe("");
});

/** A home for both agents, with a model that knows this plan. Nothing of whoever runs the tests is in it. */
async function theirWorld(project: TestProject): Promise<Record<string, string>> {
  const file = new URL("fixtures/two-agents.yaml", import.meta.url);
  const script = parseScript(readFileSync(file, "utf8"), "two-agents.yaml");
  if (!script.ok) throw new Error(JSON.stringify(script.mistakes));
  const server = await startModelServer({ play: scriptPlayer(script.value) });
  onTestFinished(() => server.close());
  const home = join(project.dir, "home");
  const configurations = AGENTS.map((agent) => configurationOf(agent, server.url));
  for (const [path, text] of configurations.flatMap(({ files }) => Object.entries(files))) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const path = [dirname(process.execPath), join(AGENTS_DIR, "node_modules/.bin"), process.env["PATH"] ?? ""];
  return {
    ...Object.assign({}, ...configurations.map(({ env }) => env)),
    HOME: home,
    PATH: path.join(delimiter),
    LANG: "C.UTF-8",
    TERM: "dumb",
    REEVE_IGNORE_LOAD: "1",
    REEVE_TEST_ID: project.id,
  };
}
