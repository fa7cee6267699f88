/**
 * Reeve at its main job, for somebody who has never seen it: real processes, a real git repository, the real command,
 * and Reeve itself killed in the middle. The agents follow a script, so there is no key, no network and no cost.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AGENTS_YAML, PLAN_YAML, REEVE_YAML } from "./demo-files.ts";
import { ReeveProcess } from "./reeve-process.ts";

export interface DemoOptions {
  /** Program and first arguments that stand for `reeve`. */
  readonly reeve: readonly string[];
  readonly keep: boolean;
  readonly out: (line: string) => void;
}

/** Resolves with the exit code: 0 if everything went as told. */
export async function playDemo(options: DemoOptions): Promise<number> {
  const { out } = options;
  const dir = mkdtempSync(join(tmpdir(), "reeve-demo-"));
  const stage: Stage = { ...options, dir };
  try {
    setUp(stage);
    await playRuns(stage);
    await sumUp(stage);
    if (options.keep) out(`The repository is yours to look at: ${dir}`);
    return 0;
  } catch (error) {
    out(`The demo did not go as it should: ${error instanceof Error ? error.message : error}`);
    stop(stage);
    return 1;
  } finally {
    if (!options.keep) rmSync(dir, { recursive: true, force: true });
  }
}

interface Stage extends DemoOptions {
  readonly dir: string;
}

function setUp({ dir, out }: Stage): void {
  out("A plan of nine tasks for a small shop, in a fresh git repository. Six agents may work at once.");
  out("They will have mishaps: one crashes, one answers in the wrong form, one takes its gang down, one asks back.");
  out("");
  writeFileSync(join(dir, "reeve.yaml"), REEVE_YAML);
  writeFileSync(join(dir, "plan.yaml"), PLAN_YAML);
  writeFileSync(join(dir, "agents.yaml"), AGENTS_YAML);
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", dir, "-c", "user.name=demo", "-c", "user.email=demo@localhost", ...args]);
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "plan");
}

async function playRuns(stage: Stage): Promise<void> {
  const { out } = stage;
  out("$ reeve run plan.yaml");
  const first = new ReeveProcess(stage, ["run", "plan.yaml", "--wait"]);
  await first.line(/seed: .*being stopped/);
  await first.line(/api: attempt 2 starts/);
  await sleep(300);
  first.kill();
  await first.ended;
  out("");
  out(
    `*** Reeve itself was killed with -9 in the middle of this (pid ${first.pid}). Its agents live on under their keepers.`,
  );
  out("");
  out("$ reeve run");
  const second = new ReeveProcess(stage, ["run", "--wait"]);
  await second.line(/prices: asks you/);
  out("");
  out('$ reeve answer q1 "with tax"        (in another terminal)');
  reeve(stage, "answer", "q1", "with tax");
  out("");
  const code = await second.ended;
  if (code !== 0) throw new Error(`the run ended with exit code ${code}`);
}

async function sumUp(stage: Stage): Promise<void> {
  const { out } = stage;
  out("");
  out("$ reeve why api");
  reeve(stage, "why", "api");
  out("");
  out("What the restarted agent read first:");
  const prompt = readFileSync(join(stage.dir, ".reeve/runs/r1/attempts/api.2/prompt.txt"), "utf8");
  out(`  ${prompt.split("\n")[0]}`);
  out("");
  out(
    "What you saw: tasks ran side by side as their dependencies allowed · a crash was restarted, and the agent told why ·",
  );
  out("a wrong answer was asked for again with the same input · one crash restarted exactly the part of its gang that");
  out(
    "depends on it · a question reached you while the rest went on · and kill -9 lost nothing and ran nothing twice.",
  );
  out("Next: `reeve init` in a repository of yours.");
}

function reeve({ dir, reeve: [program = "reeve", ...first], out }: Stage, ...args: string[]): void {
  const { stdout, stderr } = spawnSync(program, [...first, ...args], { cwd: dir, encoding: "utf8" });
  for (const line of `${stdout}${stderr}`.trimEnd().split("\n")) out(`  ${line}`);
}

/** Whatever went wrong, no agent may outlive the demo. */
function stop(stage: Stage): void {
  reeve({ ...stage, out: () => {} }, "stop");
}
