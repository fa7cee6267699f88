import { describe, expect, test } from "vitest";
import type { AgentConfig } from "../../../domain/spec/config.ts";
import type { TaskSpec } from "../../../domain/spec/plan.ts";
import { given } from "../../../testing/given.ts";
import { plainProgram, preflight } from "./preflight.ts";

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
  test("tells each program that is missing once, with all agents that need it", () => {
    const found = preflight(tasks(["a", "one"], ["b", "two"], ["c", "one"], ["d", "sh"]), options);
    expect(found).toMatchObject([{ program: "no-such-program", by: "agent", agents: ["one", "two"] }]);
  });

  test("looks at agents that have work only, and at the programs that gates begin with", () => {
    expect(preflight(tasks(["a", "sh", "true"]), options)).toEqual([]);
    const found = preflight(tasks(["a", "sh", "no-such-linter ."], ["b", "sh", "no-such-linter . --fix"]), options);
    expect(found).toMatchObject([{ program: "no-such-linter", by: "gate", agents: ["sh"] }]);
  });

  test("says nothing about gates where a setup may bring what they need", () => {
    expect(preflight(tasks(["a", "sh", "no-such-linter ."]), { ...options, hasSetup: true })).toEqual([]);
  });
});

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
