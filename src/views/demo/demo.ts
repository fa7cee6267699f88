/**
 * Reeve at its main job, for somebody who has never seen it: real processes, a real git repository, the real command,
 * and Reeve itself killed in the middle. The agents follow a script, so there is no key, no network and no cost.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EXIT, type ExitCode } from "../cli/exit-codes.ts";
import { AGENTS_YAML, PLAN_YAML, REEVE_YAML, SHOP_FILES } from "./demo-files.ts";
import { ReeveProcess } from "./reeve-process.ts";

export interface DemoOptions {
  /** Program and first arguments that stand for `reeve`. */
  readonly reeve: readonly string[];
  readonly keep: boolean;
  readonly out: (line: string) => void;
}

/** Resolves with the exit code: 0 if everything went as told. Ctrl-C ends it early and cleans up all the same. */
export async function playDemo(options: DemoOptions): Promise<ExitCode> {
  const { out, keep } = options;
  const dir = mkdtempSync(join(tmpdir(), "reeve-demo-"));
  const left = new AbortController();
  const stage: Stage = { ...options, dir, signal: left.signal, reeves: [] };
  const leave = () => left.abort();
  process.once("SIGINT", leave).once("SIGTERM", leave);
  try {
    await Promise.race([play(stage), rejection(left.signal)]);
    if (keep) out(`The repository is yours to look at: ${dir}`);
    return EXIT.ok;
  } catch (error) {
    stop(stage);
    const { aborted } = left.signal;
    if (aborted) out("Stopped: its agents are ended, and the repository is removed.");
    else out(`The demo did not go as it should: ${error instanceof Error ? error.message : error}`);
    return aborted ? EXIT.stopped : EXIT.failed;
  } finally {
    process.off("SIGINT", leave).off("SIGTERM", leave);
    if (!keep || left.signal.aborted) rmSync(dir, { recursive: true, force: true });
  }
}

interface Stage extends DemoOptions {
  readonly dir: string;
  /** The person has seen enough. */
  readonly signal: AbortSignal;
  readonly reeves: ReeveProcess[];
}

async function play(stage: Stage): Promise<void> {
  setUp(stage);
  await playRuns(stage);
  await sumUp(stage);
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

function start(stage: Stage, ...args: string[]): ReeveProcess {
  stage.signal.throwIfAborted();
  const process = new ReeveProcess(stage, args);
  stage.reeves.push(process);
  return process;
}

function setUp({ dir, out }: Stage): void {
  out("A plan of nine tasks for a small shop, in a fresh git repository. Six agents may work at once.");
  out("Each works in a worktree of its own; what passes its gates is merged, and your checkout is never touched.");
  out("They will have mishaps: one crashes, one answers in the wrong form, one takes its gang down, one says done too");
  out("early, one asks back, and two change the same lines.");
  out("");
  writeFileSync(join(dir, "reeve.yaml"), REEVE_YAML);
  writeFileSync(join(dir, "plan.yaml"), PLAN_YAML);
  writeFileSync(join(dir, "agents.yaml"), AGENTS_YAML);
  for (const [file, text] of Object.entries(SHOP_FILES)) writeFileSync(join(dir, file), text);
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", dir, "-c", "user.name=demo", "-c", "user.email=demo@localhost", ...args]);
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message", "plan");
}

async function playRuns(stage: Stage): Promise<void> {
  const { out } = stage;
  out("$ reeve run plan.yaml");
  const first = start(stage, "run", "plan.yaml", "--wait");
  for (const line of BEFORE_THE_KILL) await first.line(line);
  await untilUp(stage, ["api.2", "page.2"]);
  first.kill();
  await first.ended;
  out("");
  out(
    `*** Reeve itself was killed with -9 in the middle of this (pid ${first.pid}). Its agents live on under their keepers.`,
  );
  out("");
  out("$ reeve run");
  const second = start(stage, "run", "--wait");
  await second.line(/prices: asks you/);
  out("");
  out('$ reeve answer q1 "with tax"        (in another terminal)');
  reeve(stage, "answer", "q1", "with tax");
  out("");
  const code = await second.end();
  if (code !== 0) throw new Error(`the run ended with exit code ${code}`);
}

/** Each mishap that happens once must have happened, so that the kill does not hide it. */
const BEFORE_THE_KILL = [
  /seed: .*being stopped/,
  /docs: gets the same input/,
  /api: attempt 2 starts/,
  /page: attempt 2 starts/,
];

/** Until none of these attempts is only about to start: such are started anew by the next Reeve. */
async function untilUp(stage: Stage, attempts: readonly string[]): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    stage.signal.throwIfAborted();
    const { stdout } = spawn(stage, "status", "--json");
    const { running = [] } = JSON.parse(stdout || "{}") as { running?: { attempt: string; phase: string }[] };
    if (!running.some(({ attempt, phase }) => attempts.includes(attempt) && phase !== "working")) return;
    await sleep(100);
  }
  throw new Error(`${attempts.join(" and ")} did not come up`);
}

const LOOKS_MAX = 200;

async function sumUp(stage: Stage): Promise<void> {
  const { out } = stage;
  out("");
  out("$ reeve why page");
  reeve(stage, "why", "page");
  out("");
  out("What its second attempt read first:");
  const prompt = readFileSync(join(stage.dir, ".reeve/runs/r1/attempts/page.2/prompt.txt"), "utf8");
  for (const line of prompt.split("\n").slice(0, PROMPT_LINES)) out(`  ${line}`);
  out("");
  out("$ reeve review --task api");
  reeve(stage, "review", "--task", "api");
  out("");
  out("$ git status --short --branch && git log --first-parent --oneline reeve/r1");
  git(stage, "status", "--short", "--branch");
  git(stage, "log", "--first-parent", "--oneline", "reeve/r1");
  out("");
  out(
    "What you saw: tasks ran side by side in worktrees of their own · a crash was restarted, and the agent told why · a",
  );
  out("wrong answer was asked for again with the same input · one crash restarted exactly the part of its gang that");
  out(
    "depends on it · what was not done was found by a gate and sent back with its output · a merge conflict was resolved",
  );
  out(
    "by the task that came second · a question reached you while the rest went on · kill -9 lost nothing and ran nothing",
  );
  out("twice · and all of it is on the branch reeve/r1/integration, green, for you to review and land.");
  out("Next: `reeve init` in a repository of yours.");
}

const PROMPT_LINES = 10;

function reeve(stage: Stage, ...args: string[]): void {
  const { stdout, stderr } = spawn(stage, ...args);
  show(stage, `${stdout}${stderr}`);
}

function spawn({ dir, reeve: [program = "reeve", ...first] }: Stage, ...args: string[]) {
  return spawnSync(program, [...first, ...args], { cwd: dir, encoding: "utf8" });
}

function git(stage: Stage, ...args: string[]): void {
  show(stage, execFileSync("git", ["-C", stage.dir, ...args], { encoding: "utf8" }));
}

function show({ out }: Stage, text: string): void {
  for (const line of text.trimEnd().split("\n")) out(`  ${line}`);
}

/** Whatever went wrong, no agent may outlive the demo. */
function stop(stage: Stage): void {
  for (const each of stage.reeves) each.kill();
  reeve({ ...stage, out: () => {} }, "stop");
}
