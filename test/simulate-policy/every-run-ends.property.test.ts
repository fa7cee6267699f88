/** Whatever goes wrong under whatever policy: a simulated run comes to an end that has a name and a reason. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { playRun } from "../../src/engine/simulate-policy/play-run.ts";
import type { Scene } from "../../src/engine/simulate-policy/simulated-world.ts";
import { thoroughly } from "../thoroughly.ts";
import { anyScene } from "./scenes.ts";

const RUNS = Number(process.env["REEVE_SEEDS"] ?? thoroughly(150, 50));
/** Making a failing scene smaller plays many long runs; its seed is printed at once. */
const BOUNDED = { endOnFailure: true };

test("every run ends, is never stuck, and says why if not all is done", () => {
  fc.assert(
    fc.property(anyScene, fc.nat(1_000_000), (scene, seed) => {
      const played = playRun(scene, seed);
      expect(played.end).not.toBe("stuck");
      expect(played.why === null).toBe(played.end === "done");
      expect(played.why ?? "x").not.toBe("");
      if (played.end === "done") expect(played.tasksDone).toBe(scene.plan.tasks.length);
      expect(played.usd).toBeGreaterThanOrEqual(0);
      const isAnswered = scene.faults.answersAfterMinutes !== null;
      if (isAnswered) expect(played.end).not.toBe("asks");
      if (isAnswered && canEnd(scene)) expect(played.end).not.toBe("endless");
    }),
    { numRuns: RUNS, ...BOUNDED },
  );
});

test("the same scene and seed give the same run", () => {
  fc.assert(
    fc.property(anyScene, fc.nat(1_000_000), (scene, seed) => {
      expect(playRun(scene, seed)).toEqual(playRun(scene, seed));
    }),
    { numRuns: Math.ceil(RUNS / 4), ...BOUNDED },
  );
});

/** Each attempt has the time it needs, and is not lost again and again: that is nobody's fault and counts for nothing. */
function canEnd({ settings, faults }: Scene): boolean {
  return settings.agents["agent"]?.minutes === 60 && faults.faults.every(({ how }) => how !== "lost");
}
