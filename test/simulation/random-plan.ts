/** Random plans and settings: dependencies that point back, shared files, gangs of every strategy, tight limits. */
import type { GangSpec, Plan, Strategy, TaskSpec } from "../../src/domain/spec/plan.ts";
import type { Settings } from "../../src/domain/spec/settings.ts";
import type { Dice } from "./dice.ts";

const STRATEGIES: readonly Strategy[] = ["one_for_one", "one_for_all", "rest_for_one"];

export function randomPlan(dice: Dice): Plan {
  const gangs: Record<string, GangSpec> = {};
  for (let i = dice.int(0, 2); i > 0; i -= 1) {
    gangs[`gang${i}`] = {
      strategy: dice.pick(STRATEGIES),
      ...(dice.chance(0.5) ? { intensity: dice.int(0, 3), withinS: 60 } : {}),
      ...(dice.chance(0.3) ? { budget: dice.pick([{ tokens: dice.int(1, 400) }, { minutes: dice.int(1, 60) }]) } : {}),
    };
  }
  const count = dice.int(1, 12);
  const tasks: TaskSpec[] = [];
  for (let i = 0; i < count; i += 1) tasks.push(randomTask(dice, i, tasks, Object.keys(gangs)));
  return { title: "random", gangs, tasks, checkpoints: [] };
}

function randomTask(dice: Dice, index: number, earlier: readonly TaskSpec[], gangs: readonly string[]): TaskSpec {
  const dependsOn = earlier.filter(() => dice.chance(0.2)).map((task) => task.id);
  return {
    id: `t${index}`,
    title: `task ${index}`,
    prompt: `do ${index}`,
    role: dice.pick(["worker", "worker", "drone", "lead"]),
    dependsOn,
    files: dice.chance(0.3) ? [`f${dice.int(0, 2)}`] : [],
    agent: dice.pick(["a", "b"]),
    gates: dice.chance(0.3) ? [{ name: "test", run: dice.pick(["one", "two"]), timeoutS: 1 }] : [],
    commitments: [],
    acceptance: [],
    budget: dice.chance(0.1) ? { tokens: dice.int(1, 300) } : {},
    priority: dice.int(0, 2),
    tags: [],
    ...(gangs.length > 0 && dice.chance(0.5) ? { gang: dice.pick(gangs) } : {}),
  };
}

export function randomSettings(dice: Dice): Settings {
  const backoff = dice.pick([
    { kind: "none" },
    { kind: "constant", delayS: 3, jitter: 0.2 },
    { kind: "exponential", baseS: 2, capS: 60, jitter: 0.1 },
  ] as const);
  const policy = { restarts: dice.int(0, 3), withinS: 300, backoff, graceS: 10 };
  return {
    maxParallel: dice.int(1, 4),
    workspace: {
      changesets: { crash: "keep", budget: "keep", spinning: "discard", wrong: "discard" },
      raiseTierWhenWrong: dice.chance(0.5),
      evictionsMax: dice.int(1, 3),
      waiting: dice.int(1, 4),
    },
    policies: {
      roles: {
        worker: policy,
        drone: { ...policy, restarts: 1, withinS: 60 },
        lead: { ...policy, restarts: 10, withinS: 3600 },
      },
      malformedRetries: dice.int(0, 3),
      lineageRetries: 3,
      attemptsMax: dice.int(3, 12),
      uncountedAttempts: dice.int(3, 12),
      advisorCalls: { perLineage: dice.int(1, 6), perCause: dice.int(1, 4), perHour: dice.int(2, 8) },
      addedTasks: dice.int(0, 5),
      addedAgents: dice.pick([1, 3, 10, 200]),
      addedUsd: dice.pick([0.5, 2, 50]),
      escalation: dice.pick(["ask", "ask", "give_up"]),
      replan: dice.pick(["ask", "ask", "auto"]),
      replans: dice.int(0, 3),
      holdAccounts: dice.chance(0.8),
      holdUnreachable: dice.chance(0.9),
      unreachableMinutes: dice.pick([1, 60]),
      autoResume: dice.chance(0.7),
      patterns: { threshold: dice.int(2, 3), running: dice.pick(["finish", "stop"]) },
      haltFailedShare: dice.pick([0.3, 1]),
      coherence: dice.pick(["off", "warn", "hold", "hold"]),
      orphanMinutes: 60,
    },
    advisors: dice.pick([{}, {}, ADVISORS, ADVISORS, { planner: ADVISORS.planner }]),
    budgets: dice.chance(0.05) ? { tokens: 500 } : {},
    agents: {
      a: { minutes: 5, parallel: dice.int(1, 4), tiers: dice.chance(0.5) ? [] : TIERS },
      b: {
        minutes: 30,
        parallel: 4,
        tiers: [{ name: "low", model: "m" }],
        repeats: 30,
        ...(dice.chance(0.5) && { account: "a" }),
      },
    },
  };
}

const TIERS = [
  { name: "low", model: "small" },
  { name: "high", model: "large" },
];

const ADVISORS = {
  debugger: { agent: "a", template: "{{task}} {{report}}" },
  supervisor: { agent: "b", template: "{{trigger}} {{state}} {{task}} {{history}}" },
  reviewer: { agent: "b", template: "{{task}} {{claim}} {{checks}} {{diff}}" },
  coherence: { agent: "a", template: "{{base}} {{tasks}} {{contract}} {{changes}}" },
  planner: { agent: "b", template: "{{diagnosis}} {{current}} {{agents}} {{commands}} {{problems}}" },
};
