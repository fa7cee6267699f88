/**
 * What end-to-end tests share: a project that cleans up after itself and fails its test when a process outlives it,
 * agents written in a few words of shell, and waiting for a condition instead of for time.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Event, EventOf } from "../../src/engine/event.ts";
import { until } from "../wait.ts";
import { TestProject } from "./project.ts";

/** Gone, with everything it started, when the test is over. */
export function aProject(files: Readonly<Record<string, string>> = {}): TestProject {
  const project = new TestProject(files);
  onTestFinished(({ task }) => cleanUp(project, task.result?.state === "fail"));
  return project;
}

/** A project whose one agent is a shell script: what it does is told per task, `*` stands for all others. */
export function aShellProject(...given: Parameters<typeof shellProject>): TestProject {
  const project = shellProject(...given);
  onTestFinished(({ task }) => cleanUp(project, task.result?.state === "fail"));
  return project;
}

/** The same, for more than one test: whoever makes it cleans it up. */
export function shellProject(
  plan: string,
  agent: Readonly<Record<string, string>>,
  settings = "",
  isolation = "isolation: none\n",
): TestProject {
  return new TestProject({
    "reeve.yaml": `${isolation}${AGENTS}${settings}`,
    "plan.yaml": plan,
    "agent.sh": agentScript(agent),
  });
}

/** What of this project still runs once keepers, which take a moment to go, have had the time to. */
export async function leftBehind(project: TestProject): Promise<string[]> {
  await allGone(project).catch(() => {});
  return project.leftovers();
}

/** Until nothing of this project runs any more. */
export async function allGone(project: TestProject): Promise<void> {
  await until(
    "every process of the project to end",
    () => project.leftovers().length === 0,
    () => project.leftovers(),
  );
}

/** Fails when a process is left. A test that failed in its middle leaves some: nobody waits for them to end by themselves. */
export async function cleanUp(project: TestProject, hasFailed = false): Promise<void> {
  const left = hasFailed ? [] : await leftBehind(project);
  await until("what was left to be ended", () => {
    const lines = project.leftovers();
    for (const line of lines) end(Number.parseInt(line, 10));
    return lines.length === 0;
  });
  project.remove();
  expect(left).toEqual([]);
}

/** Quick restarts and a short grace, so that no test waits. */
export const QUICK = "policies: { worker: { restarts: 1, within_s: 3600, backoff: none, grace_s: 5 } }\n";

const AGENTS = "agents: { sh: { adapter: command, command: [/bin/sh, ./agent.sh] } }\n";

function agentScript(agent: Readonly<Record<string, string>>): string {
  const cases = Object.entries(agent).map(([task, steps]) => `${task}) ${steps} ;;`);
  return `case $REEVE_TASK_ID in\n${cases.join("\n")}\nesac\n`;
}

/** Steps for `agentScript`. */
export const DONE = `echo '{"status":"done"}'`;
/** Says that it is there, then works until the file `go` exists. */
export const UNTIL_GO = `echo here > here-$REEVE_TASK_ID; until [ -e go ]; do sleep 0.02; done; ${DONE}`;
export const ASKS = `echo '{"status":"blocked","blocked_reason":"ambiguous_spec","uncertain_about":"Which colour?","options":["red","blue"]}'`;

export function planOf(...tasks: string[]): string {
  return `title: A plan\ntasks:\n${tasks.map((task) => `  - { ${task.includes(":") ? task : `id: ${task}`}, prompt: Work. }\n`).join("")}`;
}

/** Until the agent of this task is at work; it must be `UNTIL_GO`. */
export async function atWork(project: TestProject, ...tasks: string[]): Promise<void> {
  for (const task of tasks) {
    const sign = join(project.dir, `here-${task}`);
    await until(`the agent of ${task} to be at work`, () => existsSync(sign));
  }
}

export function eventsOf(project: TestProject, ...args: string[]): (Event & { readonly id: string })[] {
  return project.json<Event & { readonly id: string }>("events", ...args);
}

export function ofType<T extends Event["type"]>(events: readonly Event[], type: T): EventOf<T>[] {
  return events.filter((event): event is EventOf<T> => event.type === type);
}

/** All control characters a terminal could obey, but line ends. */
export function controlBytes(text: string): string[] {
  return text.match(/[\p{Cc}\p{Cf}]/gu)?.filter((character) => character !== "\n") ?? [];
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone meanwhile.
  }
}
