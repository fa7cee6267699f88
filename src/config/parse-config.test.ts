import { describe, expect, test } from "vitest";
import { formatMistake } from "./mistake.ts";
import { defaultConfig, parseConfig } from "./parse-config.ts";

function told(text: string): string[] {
  const checked = parseConfig(text, "reeve.yaml");
  return checked.ok ? [] : checked.mistakes.map(formatMistake);
}

function config(text: string) {
  const checked = parseConfig(text, "reeve.yaml");
  if (!checked.ok) throw new Error(checked.mistakes.map(formatMistake).join("\n"));
  return checked.value;
}

const AGENT = "agents: { a: { adapter: command, command: run-it } }\n";

describe("a good file", () => {
  test("gets every default filled in", () => {
    expect(config(AGENT)).toEqual({
      agents: {
        a: {
          adapter: "command",
          command: ["run-it"],
          env: {},
          tiers: [],
          limits: { minutes: 60, outputMb: 32, parallel: 10_000 },
          options: {},
        },
      },
      maxParallel: 4,
      policies: {
        roles: {
          worker: {
            restarts: 3,
            withinS: 300,
            backoff: { kind: "exponential", baseS: 2, capS: 60, jitter: 0.1 },
            graceS: 10,
          },
          drone: { restarts: 1, withinS: 60, backoff: { kind: "none" }, graceS: 5 },
          lead: {
            restarts: 10,
            withinS: 3600,
            backoff: { kind: "exponential", baseS: 5, capS: 300, jitter: 0.1 },
            graceS: 10,
          },
        },
        malformedRetries: 3,
        lineageRetries: 3,
        attemptsMax: 20,
        escalation: "ask",
        orphanMinutes: 240,
      },
      budgets: {},
      paths: { state: ".reeve" },
    });
  });

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
        limits: { minutes: 0.5, outputMb: 1, parallel: 2 },
        options: {},
      },
      actor: {
        adapter: "scripted",
        command: [],
        env: {},
        tiers: [],
        limits: { minutes: 60, outputMb: 32, parallel: 10_000 },
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

describe("a mistake is told with place, finding and hint:", () => {
  test.each([
    [
      "agnets: {}",
      "reeve.yaml:1:1 agents is missing — a mapping from a name to an agent, with adapter: and command:",
      'reeve.yaml:1:1 unknown key "agnets" — did you mean "agents"?',
    ],
    [
      "agents: {}",
      "reeve.yaml:1:1 agents is empty — name at least one agent: agents: { coder: { adapter: command, command: [my-agent] } }",
    ],
    ["agents:", "reeve.yaml:1:1 agents has no value — a mapping from a name to an agent, with adapter: and command:"],
    ["- agents", "reeve.yaml:1:1 the file is a list, not a mapping — a mapping with agents:"],
    [
      "agents: { a: { adapter: acp, command: x } }",
      'reeve.yaml:1:25 agents.a.adapter is "acp", which is not known — one of: command, scripted',
    ],
    [
      "agents: { a: { adapter: comand, command: x } }",
      'reeve.yaml:1:25 agents.a.adapter is "comand", which is not known — did you mean "command"? one of: command, scripted',
    ],
    ["agents: { a: { command: x } }", "reeve.yaml:1:14 agents.a.adapter is missing — one of: command, scripted"],
    [
      "agents: { a: { adapter: command } }",
      "reeve.yaml:1:11 agents.a.command is missing — name the program, like command: [my-agent, --flag]",
    ],
    [
      "agents: { a: { adapter: scripted, command: x } }",
      "reeve.yaml:1:11 agents.a.script is missing — name the file of steps, like script: agent-script.yaml",
      "reeve.yaml:1:35 agents.a.command means nothing to the adapter scripted — remove it, or choose another adapter: command, scripted",
    ],
    [
      "agents: { a: { adapter: command, command: 'say \"hi\"' } }",
      'reeve.yaml:1:43 agents.a.command contains "\\"", but no shell reads it — write a list, one item per argument: [my-agent, --say, two words]',
    ],
    [
      "agents: { a: { adapter: command, command: x | tee log } }",
      'reeve.yaml:1:43 agents.a.command contains "|", but no shell reads it — write a list, one item per argument: [my-agent, --say, two words]',
    ],
    [
      "agents: { a: { adapter: command, command: [] } }",
      "reeve.yaml:1:43 agents.a.command is empty — a list like [my-agent, --flag], or plain words without quotes",
    ],
    [
      "agents: { a: { adapter: command, command: [' '] } }",
      "reeve.yaml:1:44 agents.a.command begins with a blank — name the program first",
    ],
    [
      'agents: { a: { adapter: command, command: ["x\\0"] } }',
      'reeve.yaml:1:44 agents.a.command[#1] "x\\u0000" contains a NUL character — remove the \\0',
    ],
    [
      "agents: { a: { adapter: command, command: [x, true, 007] } }",
      'reeve.yaml:1:47 agents.a.command[#2] is true, not text — put it in quotes: "true"',
      'reeve.yaml:1:53 agents.a.command[#3] is 007, not text — put it in quotes: "007"',
    ],
    [
      `agents: { "a b": { adapter: command, command: x } }`,
      'reeve.yaml:1:11 agents."a b" is not an allowed name — an agent\'s name: 1 to 64 letters, digits, ".", "_" or "-", starting with a letter or digit, without ".."',
    ],
    [
      "agents: { constructor: { adapter: command, command: x } }",
      "reeve.yaml:1:11 agents.constructor is a reserved word — choose another name",
    ],
    [
      "agents: { __proto__: { adapter: command } }",
      "reeve.yaml:1:1 agents is empty — name at least one agent: agents: { coder: { adapter: command, command: [my-agent] } }",
      'reeve.yaml:1:11 the key "__proto__" is not allowed — choose another name',
    ],
    [
      "agents: { a: { adapter: command, command: x, env: { REEVE_RUN_ID: x, 1A: y, DEBUG: true } } }",
      "reeve.yaml:1:53 agents.a.env.REEVE_RUN_ID is not an allowed name — letters, digits and _ only; names that start with REEVE_ are set by Reeve",
      "reeve.yaml:1:70 agents.a.env.1A is not an allowed name — letters, digits and _ only; names that start with REEVE_ are set by Reeve",
      'reeve.yaml:1:84 agents.a.env.DEBUG is true, not text — put it in quotes: "true"',
    ],
    [
      "agents: { a: { adapter: command, command: x, tiers: { 1: small } } }",
      "reeve.yaml:1:55 agents.a.tiers.1 is not an allowed name — a tier starts with a letter, like low or high",
    ],
    [`${AGENT}default_agent: b`, 'reeve.yaml:2:16 default_agent names the unknown agent "b" — configured agents: a'],
    [`${AGENT}max_parallel: 0`, "reeve.yaml:2:15 max_parallel is 0, out of range — a whole number from 1, like 4"],
    [
      `${AGENT}max_parallel: many`,
      'reeve.yaml:2:15 max_parallel is "many", not a number — a whole number from 1, like 4',
    ],
    [
      `${AGENT}max_parallel: 1.5`,
      "reeve.yaml:2:15 max_parallel is 1.5, not a whole number — a whole number from 1, like 4",
    ],
    [`${AGENT}version: 2`, "reeve.yaml:2:10 version is 2, which is not known — write version: 1, or leave it out"],
    [
      `${AGENT}budgets: { usd: -1, tokens: 0.5, minutes: .nan, dollars: 3 }`,
      "reeve.yaml:2:17 budgets.usd is -1, out of range — dollars as a number above 0, like 2.5; leave it out for no limit",
      "reeve.yaml:2:29 budgets.tokens is 0.5, not a whole number — a whole number above 0, like 500000; leave it out for no limit",
      "reeve.yaml:2:43 budgets.minutes is .nan, not a number — minutes as a number above 0, like 60; leave it out for no limit",
      'reeve.yaml:2:49 unknown key "dollars" in budgets — known keys: usd, tokens, minutes',
    ],
    [
      `${AGENT}policies: { worker: { restarts: -1, backoff: linear }, lead: { restarts: lots } }`,
      "reeve.yaml:2:33 policies.worker.restarts is -1, out of range — a whole number of restarts, like 3, or unlimited",
      'reeve.yaml:2:46 policies.worker.backoff is "linear", which is not known — one of: none, constant, exponential',
      'reeve.yaml:2:74 policies.lead.restarts is "lots", which is not known — a whole number of restarts, like 3, or unlimited',
    ],
    [
      `${AGENT}policies: { worker: { backoff: { kind: exp } }, drone: { backoff: {} }, lead: { backoff: true } }`,
      'reeve.yaml:2:40 policies.worker.backoff.kind is "exp", which is not known — one of: none, constant, exponential',
      "reeve.yaml:2:67 policies.drone.backoff.kind is missing — one of: none, constant, exponential",
      "reeve.yaml:2:90 policies.lead.backoff is true, which does not fit — none, a number of seconds, or { kind: exponential, base_s: 2, cap_s: 60 }",
    ],
    [
      `${AGENT}policies: { worker: { backoff: { kind: exponential, base_s: 9, cap_s: 3 } } }`,
      "reeve.yaml:2:71 policies.worker.backoff.cap_s is shorter than base_s — make cap_s the longest wait",
    ],
    [`${AGENT}agents: { b: {} }`, 'reeve.yaml:2:1 duplicate key "agents", first on line 1 — keep one of them'],
    [
      "x: &x { a: 1 }\nagents: { a: { <<: *x, adapter: command, command: c } }",
      'reeve.yaml:1:1 unknown key "x" — known keys: version, agents, default_agent, max_parallel, policies, budgets, paths',
      "reeve.yaml:2:16 merge keys (<<) are not read — write the values out; what all tasks share goes under defaults:",
    ],
  ])("%s", (text, ...expected) => {
    expect(told(text)).toEqual(expected);
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
