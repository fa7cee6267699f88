/** What verifying and merging come to, by chance. It takes no time, but Reeve may be killed in it; then it is done again. */
import { COHERENT } from "../../src/domain/proof/coherence.ts";
import type { CompareOrder } from "../../src/domain/proof/compare.ts";
import type { Failure } from "../../src/domain/proof/failure.ts";
import {
  type GateResult,
  type IntegrateOrder,
  type Integration,
  NOTHING_CHANGED,
  type VerifyOrder,
} from "../../src/domain/proof/gate.ts";
import type { Dice } from "./dice.ts";
import { randomReport } from "./random-report.ts";
import type { World } from "./world.ts";

export function verify(world: World, { task, attempt }: VerifyOrder): void {
  const { dice, calm } = world;
  if (dice.chance(0.03)) return world.killAndReopen();
  if (!calm && dice.chance(0.05)) {
    world.submit({ type: "job_failed", task, attempt, job: "verify", failure: randomTrouble(dice) });
    return;
  }
  const gates = [randomGate(dice, calm ? 0 : 0.15)];
  const commit = world.state.run.base === null ? null : `c-${attempt}`;
  const verification = { commit, base: commit && "base", changed: NOTHING_CHANGED, gates };
  world.submit({ type: "task_verified", task, attempt, verification });
}

/** What does not go together is between this task and those that wait beside it, or nobody's. */
export function compare(world: World, { task, attempt, others }: CompareOrder): void {
  const { dice } = world;
  if (dice.chance(0.03)) return world.killAndReopen();
  const names = [task, ...others.map((other) => other.task), ...world.state.tasks.keys()].slice(0, 6);
  const report = dice.chance(world.calm ? 0 : 0.3) ? randomReport(dice, names) : COHERENT;
  world.submit({ type: "task_compared", task, attempt, report });
}

/** The repository is the world's: what was merged stays merged, whoever was killed before saying so. */
export function integrate(world: World, { task, attempt, commit }: IntegrateOrder): void {
  const { dice } = world;
  const merged = world.merged.includes(commit);
  const chance = world.calm || merged ? 0 : 0.1;
  if (dice.chance(chance)) {
    world.submit({ type: "job_failed", task, attempt, job: "integrate", failure: randomTrouble(dice) });
    return;
  }
  const integration = randomIntegration(dice, chance);
  if (integration.type === "merged" && !merged) world.merged.push(commit);
  if (dice.chance(0.03)) return world.killAndReopen();
  world.submit({ type: "task_integrated", task, attempt, integration });
}

export function check(world: World): void {
  const { dice } = world;
  if (dice.chance(0.03)) return world.killAndReopen();
  world.submit({ type: "run_checked", head: "head", gates: [randomGate(dice, world.calm ? 0 : 0.2)] });
}

function randomGate(dice: Dice, failing: number): GateResult {
  const gate = dice.pick(["scope", "quality", "commitment", "secrets"] as const);
  const verdict = dice.chance(failing) ? "failed" : dice.pick(["passed", "warned", "skipped"] as const);
  return { gate, name: gate, verdict, message: `${gate} ${verdict}`, evidence: ["a line"], tookMs: 1 };
}

function randomIntegration(dice: Dice, failing: number): Integration {
  if (!dice.chance(failing)) return { type: "merged", commit: "m", onto: "h", gates: [] };
  const others = ["t0"];
  if (dice.chance(0.5)) return { type: "conflict", onto: "h", files: ["f"], others, report: "both sides" };
  return { type: "red", onto: "h", gates: [randomGate(dice, 1)], others, report: "red" };
}

function randomTrouble(dice: Dice): Failure {
  const restart = dice.pick(["transient", "transient", "terminal"] as const);
  return { class: "git_state", restart, message: "a lock is held", evidence: [] };
}
