import { describe, expect, test } from "vitest";
import { formatMistake } from "./mistakes/mistake.ts";
import { defaultConfig, parseConfig } from "./parse-config.ts";

function told(text: string): string[] {
  const checked = parseConfig(text, "reeve.yaml");
  return checked.ok ? [] : checked.mistakes.map(formatMistake);
}

function config(text: string) {
  const checked = parseConfig(text, "reeve.yaml");
  return checked.ok ? checked.value : expect.unreachable(told(text).join("\n"));
}

const AGENT = "agents: { a: { adapter: command, command: run-it } }\n";

const health = { silenceS: 600, toolS: 1_800, busyS: 2_700, stoppedS: 30 };

describe("a good file", () => {
  test("without a file the same defaults count, with no agent", () => {
    expect(defaultConfig()).toEqual({ ...config(AGENT), agents: {} });
  });

  test("says all it can say", () => {
    const full = config(`version: 1
agents:
  coder:
    adapter: command
    command: [my agent, --port, 8080]
    env: { PORT: 8080, EMPTY: "" }
    tiers: { zeta: model-z, alpha: model-a }
    limits: { minutes: 0.5, output_mb: 1, parallel: 2 }
  actor: { adapter: scripted, script: steps.yaml }
default_agent: coder
max_parallel: 7
policies:
  worker: { restarts: unlimited, backoff: none }
  drone: { backoff: 3 }
  lead: { within_s: 60, backoff: { kind: constant, delay_s: 4, jitter: 0 } }
  malformed_retries: 0
  attempts_max: 5
  escalation: give_up
  replan: auto
  replans: 1
budgets: { usd: 1.5, tokens: 1e6 }
paths: { state: /var/lib/reeve }
`);
    expect(full.agents).toEqual({
      coder: {
        adapter: "command",
        command: ["my agent", "--port", "8080"],
        env: { PORT: "8080", EMPTY: "" },
        tiers: [
          { name: "zeta", model: "model-z" },
          { name: "alpha", model: "model-a" },
        ],
        limits: { minutes: 0.5, outputMb: 1, parallel: 2, repeats: 30, health },
        options: {},
      },
      actor: {
        adapter: "scripted",
        command: [],
        env: {},
        tiers: [],
        limits: { minutes: 60, outputMb: 32, parallel: 10_000, repeats: 30, health },
        options: { script: "steps.yaml" },
      },
    });
    expect(full.defaultAgent).toBe("coder");
    expect(full.maxParallel).toBe(7);
    expect(full.policies).toMatchObject({
      roles: {
        worker: { restarts: "unlimited", withinS: 300, backoff: { kind: "none" } },
        drone: { restarts: 1, backoff: { kind: "constant", delayS: 3, jitter: 0.1 } },
        lead: { restarts: 10, withinS: 60, backoff: { kind: "constant", delayS: 4, jitter: 0 } },
      },
      malformedRetries: 0,
      attemptsMax: 5,
      escalation: "give_up",
      replan: "auto",
      replans: 1,
    });
    expect(full.budgets).toEqual({ usd: 1.5, tokens: 1_000_000 });
    expect(full.paths).toEqual({ state: "/var/lib/reeve" });
  });

  test("a command written as one text is split at spaces and nothing else", () => {
    expect(config("agents: { a: { adapter: command, command: '  my-agent   --flag=x ' } }").agents.a?.command).toEqual([
      "my-agent",
      "--flag=x",
    ]);
  });

  test.each([
    ["exponential", { kind: "exponential", baseS: 2, capS: 60, jitter: 0.1 }],
    ["constant", { kind: "constant", delayS: 2, jitter: 0.1 }],
    ["{ kind: none }", { kind: "none" }],
    ["{ kind: exponential, base_s: 1 }", { kind: "exponential", baseS: 1, capS: 60, jitter: 0.1 }],
    ["0.5", { kind: "constant", delayS: 0.5, jitter: 0.1 }],
  ])("backoff: %s", (written, backoff) => {
    expect(config(`${AGENT}policies: { worker: { backoff: ${written} } }`).policies.roles.worker.backoff).toEqual(
      backoff,
    );
  });

  test("a byte order mark, Windows line ends and a modest alias change nothing", () => {
    const windows = "\uFEFFagents:\r\n  a: &a\r\n    adapter: command\r\n    command: run-it\r\n  b: *a\r\n";
    expect(config(windows).agents.b).toEqual(config(AGENT).agents.a);
  });
});

test("all mistakes of a file come at once, in the order of the text", () => {
  const lines = told(`agents:
  coder: { adapter: command, comand: x }
default_agent: codr
max_parallel: some
polices: {}
`);
  expect(lines).toEqual([
    "reeve.yaml:2:3 agents.coder.command is missing — name the program, like command: [my-agent, --flag]",
    'reeve.yaml:2:30 unknown key "comand" in agents.coder — did you mean "command"?',
    'reeve.yaml:3:16 default_agent names the unknown agent "codr" — did you mean "coder"?',
    'reeve.yaml:4:15 max_parallel is "some", not a number — a whole number from 1, like 4',
    'reeve.yaml:5:1 unknown key "polices" — did you mean "policies"?',
  ]);
});

describe("the sandbox", () => {
  test("is one word, or a mapping with more", () => {
    expect(config(`${AGENT}sandbox: on`).sandbox).toMatchObject({ mode: "on", network: "open" });
    const full = config(
      `${AGENT}gateway: on\nsandbox: { writable: [~/data], network: gateway, hosts: ["*.example.org"] }`,
    );
    expect(full.sandbox).toEqual({
      ...{ mode: "auto", readable: [], writable: ["~/data"], hidden: [] },
      ...{ network: "gateway", hosts: ["*.example.org"] },
    });
  });

  test("says what does not go together", () => {
    expect(told(`${AGENT}sandbox: { network: gateway }`).join()).toContain("there is no gateway");
    expect(told(`${AGENT}sandbox: { hosts: [a.org] }`).join()).toContain("only with network: gateway");
    expect(told(`${AGENT}sandbox: { writable: [data] }`).join()).toContain("begins with ~/");
  });
});
