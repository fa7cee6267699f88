/** A night of sixty tasks in which most of what can go wrong does. In the morning `reeve why` explains every decision. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Question } from "../../src/domain/work/question.ts";
import type { Io } from "../../src/views/cli/io.ts";
import { whyCommand } from "../../src/views/cli/look/why.ts";
import { orderCommand } from "../../src/views/cli/orders/order.ts";
import { expectGolden } from "../golden-text.ts";
import { gitIn } from "../repository.ts";
import { cleanUp, eventsOf, ofType, shellProject } from "./kit.ts";
import type { TestProject } from "./project.ts";
import { NIGHT } from "./sixty-tasks.ts";

let project: TestProject;
const codes: (number | null)[] = [];

beforeAll(async () => {
  project = aNight();
  codes.push((await project.start("run", "plan.yaml").ended).code);
  await inTheMorning();
  codes.push((await project.start("run").ended).code);
  return () => cleanUp(project);
});

describe("a night of sixty tasks", () => {
  it("has at least twenty kinds of failure, and ends with what only a person can say", () => {
    expect(NIGHT).toHaveLength(60);
    const ends = ofType(eventsOf(project), "attempt_ended").map(({ outcome }) => outcome);
    const failed = ends.flatMap((outcome) => (outcome.type === "failed" ? [outcome.failure.class] : []));
    const blocked = ends.flatMap((outcome) => (outcome.type === "blocked" ? [outcome.result.blocked_reason] : []));
    expect(new Set([...failed, ...blocked]).size).toBeGreaterThanOrEqual(20);
    expect(codes).toEqual([3, 3]);
    expect(project.json<Question>("questions").map(({ tasks }) => tasks)).toEqual([["never-parses"]]);
  });

  it("is explained, task by task", async () => {
    const told = await Promise.all(NIGHT.map(async ({ id }) => `=== ${id}\n${await why(id)}`));
    const text = told.join("\n").replaceAll(HOW_LONG, "").replaceAll(WHOSE, "$1…");
    expect(text).not.toMatch(/undefined|null|NaN|\[object|\.\./);
    expectGolden("why-sixty", text);
  });

  it("tells by the command what it tells here", () => {
    for (const id of ["conflicts", "leaks", "never-parses"])
      expect(project.reeve("why", id).out).toContain("attempt 2");
  });
});

/** What differs each time: names of commits and questions, which folders were looked in; and how long gates took. */
const WHOSE = /(is merged \(|\bq|looked for: )(?:[0-9a-f]{8}|\d+|\/.*)/g;
const HOW_LONG = /, in \d+ (?:m?s|min \d+ s)\b/g;

async function inTheMorning(): Promise<void> {
  const questions = project.json<Question>("questions");
  const answers: Readonly<Record<string, string>> = {
    ambiguous: "1",
    "logged-out": "I have logged in again",
    "no-credit": "paid",
    "disk-full": "there is room again",
    "not-allowed": "it may read that file now",
    licence: "renewed",
    contradictory: "secret: it is for us alone",
    impossible: "do without the printer",
    "needs-nobody": "take the ISO list",
    "always-killed": "the machine has more memory now",
  };
  for (const { id, tasks } of questions) {
    const text = answers[tasks[0] ?? ""];
    if (text !== undefined) await order({ type: "answer", question: id, text });
  }
  await order({ type: "retry", task: "never-in-form", because: "the prompt says now how to answer" });
  await order({ type: "skip", task: "not-installed", because: "we do without it", dependants: "end" });
  await order({ type: "skip", task: "spends", because: "too dear", dependants: "end" });
  await order({ type: "skip", task: "always-red", because: "it was a bad idea", dependants: "end" });
}

async function order(input: Parameters<typeof orderCommand>[1]): Promise<void> {
  expect(await orderCommand(anIo().io, input, {})).toBe(0);
}

async function why(task: string): Promise<string> {
  const { io, said } = anIo();
  expect(await whyCommand(io, task, {})).toBe(0);
  return said.join("");
}

function anIo(): { readonly io: Io; readonly said: string[] } {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const size = () => ({ columns: 80, rows: 24 });
  return { io: { cwd: project.dir, isTty: false, isErrTty: false, size, now: Date.now, out: say, err: say }, said };
}

function aNight(): TestProject {
  const tasks = NIGHT.map(({ id, plan = "" }) => `  - { id: ${id}, prompt: Work., ${plan} }\n`).join("");
  const agent = Object.fromEntries(NIGHT.map(({ id, does }) => [id, does]));
  const made = shellProject(`title: A night\ntasks:\n${tasks}`, agent);
  made.write("reeve.yaml", SETTINGS);
  made.write("script.yaml", "tasks: { spends: [usage: { tokens: 4000 }, hang] }\n");
  gitIn(made.dir, "init", "--quiet", "--initial-branch=main");
  gitIn(made.dir, "add", "--all");
  gitIn(made.dir, "commit", "--quiet", "--message", "Begin");
  return made;
}

const SH = "adapter: command, command: [/bin/sh, ./agent.sh]";
const SETTINGS = `agents:
  sh: { ${SH} }
  limited: { ${SH}, account: limited }
  tiered: { ${SH}, tiers: { low: small, high: large } }
  absent: { adapter: command, command: [no-such-agent] }
  scripted: { adapter: scripted, script: script.yaml }
default_agent: sh
max_parallel: 2
failures: [{ match: "licence of {subject} has run out", class: auth }]
policies: { worker: { restarts: 1, within_s: 3600, backoff: none }, halt_failed_percent: 100 }
`;
