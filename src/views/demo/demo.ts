/**
 * Reeve at its main job, for somebody who has never seen it: real processes, a real git repository, the real command,
 * and Reeve itself killed in the middle. The agents, or the model of real ones, follow a script: no key, no network, no
 * cost.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { RealAgents } from "../../app/machine/find-demo-agents.ts";
import { scriptedCast } from "./cast.ts";
import { SHOP_FILES } from "./demo-files.ts";
import { realCast } from "./real-cast.ts";
import { ReeveProcess } from "./reeve-process.ts";
import { answerOf, reeve, type Stage } from "./stage.ts";
import { sumUp } from "./sum-up.ts";

export interface DemoOptions {
  /** Program and first arguments that stand for `reeve`. */
  readonly reeve: readonly string[];
  readonly keep: boolean;
  /** Who works; absent: agents that follow a script. */
  readonly agents?: RealAgents;
  readonly out: (line: string) => void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** played: everything went as told. */
export type DemoEnd = "played" | "stopped" | "failed";

/**
 * Plays it to its end. Ctrl-C, or a reader that goes away, ends it early and it cleans
 * up all the same.
 */
export async function playDemo(options: DemoOptions): Promise<DemoEnd> {
  const { out, keep, agents } = options;
  const dir = mkdtempSync(join(tmpdir(), "reeve-demo-"));
  const left = new AbortController();
  const leave = () => left.abort();
  for (const signal of SIGNALS) process.on(signal, leave);
  process.stdout.once("error", leave);
  let stage: Stage | undefined;
  try {
    stage = {
      ...options,
      cast: agents ? await realCast(agents) : scriptedCast(),
      dir,
      signal: left.signal,
      reeves: [],
    };
    await Promise.race([play(stage), rejection(left.signal)]);
    if (keep) out(`The repository is yours to look at: ${dir}`);
    return "played";
  } catch (error) {
    if (stage) stop(stage);
    const { aborted } = left.signal;
    if (aborted) out("Stopped: its agents are ended, and the repository is removed.");
    else out(`The demo failed: ${error instanceof Error ? error.message : error}`);
    return aborted ? "stopped" : "failed";
  } finally {
    for (const signal of SIGNALS) process.off(signal, leave);
    process.stdout.off("error", leave);
    await stage?.cast.leave();
    if (!keep || left.signal.aborted) rmSync(dir, { recursive: true, force: true });
  }
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

function setUp({ dir, cast, out }: Stage): void {
  out("A plan of nine tasks for a small shop, in a fresh git repository. Six agents may work at once.");
  out("Each works in a worktree of its own; what passes its gates is merged, and your checkout is never touched.");
  out("They will have mishaps: one crashes, one answers in the wrong form, one takes its gang down, one says done too");
  out("early, one asks back, and two change the same lines.");
  for (const line of cast.introduction) out(line);
  out("");
  for (const [file, text] of Object.entries({ ...SHOP_FILES, ...cast.files })) writeFileSync(join(dir, file), text);
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
    const { stdout } = answerOf(stage, "status", "--json");
    const { running = [] } = JSON.parse(stdout || "{}") as { running?: { attempt: string; phase: string }[] };
    if (!running.some(({ attempt, phase }) => attempts.includes(attempt) && phase !== "working")) return;
    await sleep(100);
  }
  throw new Error(`${attempts.join(" and ")} did not come up`);
}

const LOOKS_MAX = 600;

/** Whatever went wrong, no agent may outlive the demo. */
function stop(stage: Stage): void {
  for (const each of stage.reeves) each.kill();
  reeve({ ...stage, out: () => {} }, "stop");
}
