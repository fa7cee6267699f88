/** How the results of gates are worded: how many passed, which failed first, which lines tell why. */
import { type GateResult, kindOf, tellingLines } from "../../domain/proof/gate.ts";
import { countOf, durationOf, plainText, withoutStop } from "../../domain/words/wording.ts";

/**
 * As in "2 quality gates passed, 1 warned; 6 built-in checks passed, in 3 s". What people asked for and what Reeve looks at
 * by itself are counted apart: the second alone prove nothing about the work.
 */
export function tally(gates: readonly GateResult[], ending = ""): string {
  const parts = COUNTED.flatMap(([kind, noun]) => {
    const counts = countsOf(gates.filter((each) => kindOf(each) === kind));
    return counts.length === 0 ? [] : [`${wordsOf(counts, noun)}${ending}`];
  });
  const isProved = gates.some((each) => kindOf(each) !== "built_in" && each.verdict !== "skipped");
  const told = [...(isProved || gates.length === 0 ? [] : ["no quality gate ran"]), ...parts].join("; ");
  const tookMs = gates.reduce((sum, each) => sum + each.tookMs, 0);
  const all = told === "" ? "no gate to pass" : told;
  return tookMs < 1000 ? all : `${all}, in ${durationOf(tookMs)}`;
}

const COUNTED = [
  ["quality", "quality gate"],
  ["promised", "commitment or criterion"],
  ["built_in", "built-in check"],
] as const;

type Counts = readonly (readonly [verdict: string, count: number])[];

function countsOf(gates: readonly GateResult[]): Counts {
  const verdicts = ["passed", "warned", "failed"] as const;
  return verdicts
    .map((verdict) => [verdict, gates.filter((each) => each.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0);
}

/** The first that there is carries the noun. */
function wordsOf(counts: Counts, noun: string): string {
  const words = (count: number) =>
    count > 1 && noun === "commitment or criterion" ? `${count} commitments and criteria` : countOf(count, noun);
  return counts.map(([verdict, count], at) => `${at === 0 ? words(count) : count} ${verdict}`).join(", ");
}

export function firstFailed(gates: readonly GateResult[]): string {
  const failed = gates.filter(({ verdict }) => verdict === "failed");
  const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : "";
  return `${withoutStop(plainText(failed[0]?.message ?? "a gate failed"))}${more}`;
}

const LINES_MAX = 8;

export function evidenceOf(gates: readonly GateResult[]): string[] {
  return gates.filter(({ verdict }) => verdict === "failed").flatMap((gate) => tellingLines(gate, LINES_MAX));
}
