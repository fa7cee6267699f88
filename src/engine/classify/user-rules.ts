/** Rules that a user wrote in reeve.yaml, as rules of the table. They are tried first and win. */
import type { FailureRule } from "../../domain/spec/failure-rule.ts";
import type { Rule } from "./rule.ts";

export function userRules(written: readonly FailureRule[]): readonly Rule[] {
  return written.map(({ match, class: of, restart, subject, tool }) => ({
    class: of,
    strength: "user",
    words: match,
    inTests: true,
    onQuoted: true,
    ...(restart === undefined ? {} : { restart }),
    ...(subject === undefined ? {} : { subject: { is: subject } }),
    ...(tool === undefined ? {} : { tools: [tool.toLowerCase()] }),
  }));
}
