import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { AgentConfig } from "../../../domain/spec/config.ts";
import type { TaskSpec } from "../../../domain/spec/plan.ts";
import { given } from "../../../testing/given.ts";
import { plainProgram, preflight, preflightAgents } from "./preflight.ts";

const limits = { minutes: 60, outputMb: 32, parallel: 4 };

function agent(program: string): AgentConfig {
  return { adapter: "command", command: [program], env: {}, tiers: [], limits, options: {} };
}

function tasks(...all: readonly (readonly [id: string, agent: string, ...gates: string[]])[]): TaskSpec[] {
  return all.map(([id, by, ...gates]) => {
    const { spec } = given({ tasks: [id] }).task(id);
    return { ...spec, agent: by, gates: gates.map((run) => ({ name: run, run, timeoutS: 9 })) };
  });
}

const options = {
  project: "/",
  configs: { sh: agent("sh"), one: agent("no-such-program"), two: agent("no-such-program") },
  programOf: ({ command }: AgentConfig) => command[0],
  hasSetup: false,
  env: { PATH: "/bin:/usr/bin" },
};

describe("a look before the start", () => {
  test("tells each program that is missing once, with all agents that need it", async () => {
    const found = await preflight(tasks(["a", "one"], ["b", "two"], ["c", "one"], ["d", "sh"]), options);
    expect(found).toMatchObject([{ program: "no-such-program", by: "agent", agents: ["one", "two"] }]);
  });

  test("looks at agents that have work only, and at the programs that gates begin with", async () => {
    expect(await preflight(tasks(["a", "sh", "true"]), options)).toEqual([]);
    const found = await preflight(
      tasks(["a", "sh", "no-such-linter ."], ["b", "sh", "no-such-linter . --fix"]),
      options,
    );
    expect(found).toMatchObject([{ program: "no-such-linter", by: "gate", agents: ["sh"] }]);
  });

  test("says nothing about gates where a setup may bring what they need", async () => {
    expect(await preflight(tasks(["a", "sh", "no-such-linter ."]), { ...options, hasSetup: true })).toEqual([]);
  });
});

describe("a login", () => {
  test("that an agent itself says is missing is one row for all agents of its account", async () => {
    const place = home({ "bin/claude": NOT_LOGGED_IN });
    const claude = driven("claude", join(place, "bin/claude"), place);
    const configs = { one: claude, two: claude, key: { ...claude, env: { HOME: place, ANTHROPIC_API_KEY: "k" } } };
    const found = await preflightAgents(["one", "two", "key"], { ...options, configs });
    expect(found).toMatchObject([{ by: "login", program: "one", agents: ["one", "two"] }]);
    expect(found[0]?.message).toContain("Claude Code is not logged in");
  });

  test("that may lie where nobody looks is no lack: it answers something else, or hands its words to a helper", async () => {
    const place = home({ "bin/claude": "#!/bin/sh\necho 'unknown command: auth'; exit 2\n" });
    const helped = home({ "bin/claude": NOT_LOGGED_IN, ".claude/settings.local.json": '{"env":{"ANTHROPIC_X":"1"}}' });
    for (const dir of [place, helped])
      expect(
        await preflightAgents(["one"], { ...options, configs: { one: driven("claude", `${dir}/bin/claude`, dir) } }),
      ).toEqual([]);
    const opencode = home({ "bin/opencode": "#!/bin/sh\n" });
    const free = driven("opencode", `${opencode}/bin/opencode`, opencode);
    expect(await preflightAgents(["one"], { ...options, configs: { one: free } })).toEqual([]);
  });

  test("for which nobody has chosen a way is missing, and a choice of any kind is enough", async () => {
    const bare = home({ "bin/gemini": "#!/bin/sh\n" });
    const gemini = (dir: string, project: string) =>
      preflightAgents(["one"], { ...options, project, configs: { one: driven("gemini", `${dir}/bin/gemini`, dir) } });
    expect(await gemini(bare, "/")).toMatchObject([{ by: "login" }]);
    expect(await gemini(bare, home({ ".gemini/.env": "GEMINI_API_KEY=x" }))).toEqual([]);
    const chosen = {
      "bin/gemini": "#!/bin/sh\n",
      ".gemini/settings.json": '{"security":{"auth":{"selectedType":"x"}}}',
    };
    expect(await gemini(home(chosen), "/")).toEqual([]);
  });

  test("matters only where the settings let it work at all", async () => {
    const dir = home({
      "bin/gemini": "#!/bin/sh\n",
      ".gemini/settings.json": '{"security":{"disableYoloMode":true}}',
    });
    const configs = { one: driven("gemini", `${dir}/bin/gemini`, dir) };
    expect(await preflightAgents(["one"], { ...options, configs })).toMatchObject([{ by: "permission" }]);
  });
});

const NOT_LOGGED_IN = "#!/bin/sh\necho '{ \"loggedIn\": false }'; exit 1\n";

function driven(adapter: string, program: string, dir: string): AgentConfig {
  return { ...agent(program), adapter, env: { HOME: dir } };
}

function home(files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(join(tmpdir(), "reeve-preflight-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
    if (path.startsWith("bin/")) chmodSync(join(dir, path), 0o755);
  }
  return dir;
}

test.each<[string, string | null]>([
  ["pytest -q", "pytest"],
  ["npm test && npm run lint", "npm"],
  ["golangci-lint run", "golangci-lint"],
  ["./gradlew check", null],
  ["CI=1 make test", null],
  ["$TOOL test", null],
  ["test -f a", null],
  ["if true; then x; fi", null],
  ["(cd sub && make)", null],
  ["lint() { true; }; lint", null],
])("the program of `%s`", (run, program) => {
  expect(plainProgram(run)).toBe(program);
});
