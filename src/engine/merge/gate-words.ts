/** How the results of gates are worded: how many passed, which failed first, which lines tell why. */
import { type GateResult, tellingLines } from "../../domain/proof/gate.ts";
import { countOf, durationOf, plainText, withoutStop } from "../../domain/words/wording.ts";

/** As in "5 gates passed, 1 warned, in 3 s"; the first that there is carries the noun. */
export function tally(gates: readonly GateResult[], ending = ""): string {
  const verdicts = ["passed", "warned", "failed"] as const;
  const counts = verdicts.map((verdict) => [verdict, gates.filter((each) => each.verdict === verdict).length] as const);
  const parts = counts
    .filter(([, count]) => count > 0)
    .map(([verdict, count], at) => `${at === 0 ? countOf(count, "gate") : count} ${verdict}`);
  const told = parts.length === 0 ? "no gate to pass" : `${parts.join(", ")}${ending}`;
  const tookMs = gates.reduce((sum, each) => sum + each.tookMs, 0);
  return tookMs < 1000 ? told : `${told}, in ${durationOf(tookMs)}`;
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
