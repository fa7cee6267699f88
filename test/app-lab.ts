/** A project on disk for tests of use cases, and runs in it whose journals were written by hand. Goes with its test. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { findProject, makeRun, type Project } from "../src/app/project/project.ts";
import type { Refusal } from "../src/app/refusal.ts";
import type { Reply } from "../src/app/reply.ts";
import type { Input } from "../src/engine/input.ts";
import type { RunPlace } from "../src/runtime/run/run-place.ts";
import { runRules } from "../src/runtime/run/run-rules.ts";
import { given } from "../src/testing/given.ts";

/** In a folder without git; with a reeve.yaml that says so, unless another is given. */
export function aProject(files: Readonly<Record<string, string>> = {}): Project {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "reeve-app-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
  for (const [file, text] of Object.entries({ "reeve.yaml": CONFIG, ...files })) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  }
  return findProject(dir);
}

export const CONFIG = `agents:
  quick: { adapter: command, command: [cat], tiers: { low: small, high: large } }
isolation: none
`;

export const PLAN = `title: The shop
tasks:
  - { id: api, prompt: Work. }
  - { id: page, prompt: Work., depends_on: [api] }
`;

/** Of a plan with these tasks; then all that is submitted. */
export async function aRun(
  project: Project,
  tasks: readonly string[],
  inputs: readonly Input[] = [],
): Promise<RunPlace> {
  const { state } = given({ tasks });
  const { settings } = state;
  const specs = [...state.tasks.values()].map(({ spec }) => spec);
  const plan = { title: "The shop", gangs: {}, checkpoints: [], tasks: specs };
  const place = await makeRun(project);
  const lease = await project.runs.lease(place.id);
  if ("heldBy" in lease) throw new Error("a new run is held");
  let at = 1_000;
  const run = await project.runs.open(lease, { rules: runRules, now: () => at++, dice: () => 0 });
  await run.submit({
    type: "create_run",
    run: place.id,
    planFile: "plan.yaml",
    planHash: "h",
    plan,
    settings,
    base: null,
  });
  await run.submit({ type: "run_opened", host: "here", bootId: "b", pid: 1, version: "0", settings, adopted: [] });
  for (const input of inputs) await run.submit(input);
  await run.close();
  await lease.release();
  return place;
}

/** An attempt from its claim to its end. */
export function ends(attempt: string, outcome: Extract<Input, { type: "attempt_ended" }>["outcome"]): readonly Input[] {
  return [
    { type: "attempt_claimed", attempt, host: "here", inputHash: "x" },
    { type: "attempt_ended", attempt, outcome, usage: { tokens: 10, usd: 0.5 } },
  ];
}

/** Somebody works on it until the test is over. */
export async function hold(project: Project, run: string): Promise<void> {
  const lease = await project.runs.lease(run);
  if ("heldBy" in lease) throw new Error(`${run} is held already`);
  onTestFinished(() => lease.release());
}

export function valueIn<T>(reply: Reply<T>): T {
  if (!reply.ok) throw new Error(`refused: ${JSON.stringify(reply.refusal)}`);
  return reply.value;
}

export function refusalOf(reply: Reply<unknown>): Refusal {
  if (reply.ok) throw new Error("it was granted");
  return reply.refusal;
}
