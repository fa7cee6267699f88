/** How a simulated agent process will end: most succeed, the others fail in every way the engine knows. */
import type { Outcome } from "../../src/domain/outcome.ts";
import { blocked, done } from "../../src/testing/outcomes.ts";
import type { Dice } from "./dice.ts";

export interface Fate {
  endsAt: number;
  outcome: Outcome;
  tokens: number;
}

export function randomFate(world: { now: number; calm: boolean; dice: Dice }, task: string): Fate {
  const { now, calm, dice } = world;
  const endsAt = now + dice.int(1, 400_000);
  return { endsAt, outcome: calm ? done(task) : randomOutcome(dice, task), tokens: dice.int(0, 100) };
}

function randomOutcome(dice: Dice, task: string): Outcome {
  const roll = dice.next();
  if (roll < 0.55) return done(task);
  if (roll < 0.6) return blocked(task);
  if (roll < 0.63) return { type: "lost", evidence: ["keeper gone"] };
  const [kind, restart] = dice.pick(FAILURES);
  return { type: "failed", failure: { class: kind, restart, message: "it failed", evidence: [] } };
}

const FAILURES = [
  ["crash", "transient"],
  ["crash", "transient"],
  ["network", "transient"],
  ["malformed_output", "persistent"],
  ["test_failure", "persistent"],
  ["auth", "terminal"],
  ["unknown", "unknown"],
] as const;
