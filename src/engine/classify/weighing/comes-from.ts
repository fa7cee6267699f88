/** Classes that are only how another one shows itself: marks of a conflict break every parser. A table; it weighs nothing. */
import type { FailureClass } from "../../../domain/proof/failure.ts";
import type { Ranked } from "./score.ts";

const COMES_FROM: Partial<Readonly<Record<FailureClass, readonly FailureClass[]>>> = {
  syntax_error: ["merge_conflict"],
  type_error: ["merge_conflict"],
  config_error: ["merge_conflict"],
  dependency_install: ["merge_conflict"],
  // What cannot be read as an answer is the page of a proxy.
  malformed_output: ["overloaded"],
  lint_failure: ["merge_conflict", "syntax_error", "import_error"],
};

/** What it comes from, where that is told as plainly as can be. */
export function comesFrom(best: ReadonlyMap<FailureClass, Ranked>, first: FailureClass): Ranked | undefined {
  return COMES_FROM[first]?.map((of) => best.get(of)).find((each) => each?.hit.rule.strength === "certain");
}
