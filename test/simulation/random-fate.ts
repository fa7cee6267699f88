/** How a simulated agent process will end: most succeed, the others fail in every way the engine knows. */
import { BLOCKED_REASONS, type Outcome } from "../../src/domain/work/outcome.ts";
import type { State } from "../../src/engine/state.ts";
import { blocked, done } from "../../src/testing/outcomes.ts";
import type { Dice } from "./dice.ts";
import { randomAdvice } from "./random-advice.ts";

export interface Fate {
  endsAt: number;
  outcome: Outcome;
  tokens: number;
}

export function randomFate(world: { now: number; calm: boolean; dice: Dice; state: State }, task: string): Fate {
  const { now, calm, dice, state } = world;
  const endsAt = now + dice.int(1, 400_000);
  const work = () => (calm ? done(task) : randomOutcome(dice, task, endsAt));
  return { endsAt, outcome: task.startsWith("@") ? randomAdvice(dice, state, task) : work(), tokens: dice.int(0, 100) };
}

function randomOutcome(dice: Dice, task: string, at: number): Outcome {
  const roll = dice.next();
  if (roll < 0.5) return done(task);
  if (roll < 0.6) return blocked(task, { blocked_reason: dice.pick(BLOCKED_REASONS) });
  if (roll < 0.63) return { type: "lost", evidence: ["keeper gone"] };
  const [kind, restart] = dice.pick(FAILURES);
  const subject = dice.pick(["f0", "f1", "f2", "store", "cache"]);
  const about = ABOUT.has(kind) ? { subject, message: `Cannot find module './${subject}'` } : { message: "it failed" };
  const retryAt = kind === "rate_limit" && dice.chance(0.7) ? { retryAt: at + dice.int(-5, 900_000) } : {};
  return { type: "failed", failure: { class: kind, restart, evidence: [], ...about, ...retryAt } };
}

/** Name something: a file that some task claims, or one that nobody does. */
const ABOUT: ReadonlySet<string> = new Set(["import_error", "file_not_found"]);

const FAILURES = [
  ["crash", "transient"],
  ["crash", "transient"],
  ["network", "transient"],
  ["rate_limit", "transient"],
  ["timeout", "transient"],
  ["import_error", "persistent"],
  ["file_not_found", "persistent"],
  ["malformed_output", "persistent"],
  ["test_failure", "persistent"],
  ["auth", "terminal"],
  ["unknown", "unknown"],
] as const;
