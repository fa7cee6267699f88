/** What is found between branches, by chance: between known tasks, unknown ones, or nobody's to change. */
import { COHERENT, type CoherenceReport, SECTIONS, SEVERITIES } from "../../src/domain/proof/coherence.ts";
import type { Dice } from "./dice.ts";

export function randomReport(dice: Dice, tasks: readonly string[]): CoherenceReport {
  const report: Record<string, unknown> = { ...COHERENT, status: "critical" };
  for (let count = dice.int(1, 3); count > 0; count -= 1) {
    const finding = {
      subject: `thing ${dice.int(0, 3)}`,
      severity: dice.chance(0.7) ? "critical" : dice.pick(SEVERITIES),
      tasks: [dice.pick(tasks), dice.pick(tasks)],
      files: ["a.ts:1"],
      sentence: "these two do not go together.",
      must_change: dice.chance(0.8) ? dice.pick(tasks) : dice.pick([null, "nobody"]),
    };
    report[dice.pick(SECTIONS)] = [finding];
  }
  return report as unknown as CoherenceReport;
}
