/** A project with runs in which tasks failed and were done, and what commands about it print. */

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { findProject, makeRun } from "../../src/app/project/project.ts";
import type { Input } from "../../src/engine/input.ts";
import type { RunPlace } from "../../src/runtime/run/run-place.ts";
import { runRules } from "../../src/runtime/run/run-rules.ts";
import { given } from "../../src/testing/given.ts";
import { done, failed } from "../../src/testing/outcomes.ts";
import type { Io } from "../../src/views/cli/io.ts";

export interface Lab {
  readonly dir: string;
  readonly printed: { out: string; err: string };
  readonly io: Io;
}

export function aLab(): Lab {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "reeve-failures-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(join(dir, "reeve.yaml"), "");
  const printed = { out: "", err: "" };
  const io = {
    cwd: dir,
    isTty: false,
    isErrTty: false,
    size: () => ({ columns: 80, rows: 24 }),
    now: () => 0,
    out: (text: string) => {
      printed.out += text;
    },
    err: (text: string) => {
      printed.err += text;
    },
  };
  return { dir, printed, io };
}

/** Every task fails with the same words, once; then it is done. */
export async function work({ dir }: Lab, tasks: readonly string[], message: string): Promise<RunPlace> {
  const project = findProject(dir);
  const place = await makeRun(project);
  let at = 1_000;
  const tick = () => {
    at += 1;
    return at;
  };
  const lease = await project.runs.lease(place.id);
  if ("heldBy" in lease) throw new Error("a new run is held");
  const run = await project.runs.open(lease, { rules: runRules, now: tick, dice: () => 0 });
  const { state } = given({ tasks });
  const plan = {
    title: "The shop",
    gangs: {},
    checkpoints: [],
    tasks: [...state.tasks.values()].map(({ spec }) => spec),
  };
  const submit = (input: Input) => run.submit(input);
  const { settings } = state;
  await submit({ type: "create_run", run: place.id, planFile: "plan.yaml", planHash: "h", plan, settings, base: null });
  await submit({ type: "run_opened", host: "here", bootId: "b", pid: 1, version: "0", settings, adopted: [] });
  const usage = { tokens: 10, usd: 0.5 };
  for (const task of tasks) {
    for (const outcome of [failed("import_error", "transient", message), done(task)]) {
      const attempt = `${task}.${outcome.type === "done" ? 2 : 1}`;
      await submit({ type: "attempt_claimed", attempt, host: "here", inputHash: "x" });
      await submit({ type: "attempt_ended", attempt, outcome, usage });
    }
  }
  await run.close();
  await lease.release();
  return place;
}

export const rows = (text: string): Record<string, unknown>[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
