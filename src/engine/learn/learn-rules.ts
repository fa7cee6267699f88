/**
 * Corrections → rules of the project's own, in the form in which `failures:` is written. Corrections of like lines become
 * one rule; of two that contradict each other the later counts. What is too general to be a rule is left out and said.
 */
import type { FailureRule } from "../../domain/spec/failure-rule.ts";
import type { Correction } from "./correction.ts";
import { linePattern } from "./line-pattern.ts";

export interface LearnedRule extends FailureRule {
  /** How many corrections it rests on. */
  readonly times: number;
  readonly from: readonly string[];
}

export interface Learned {
  readonly rules: readonly LearnedRule[];
  /** Corrections that no rule could be made of, one sentence each. */
  readonly left: readonly string[];
}

const FROM_MAX = 5;

export function learnRules(corrections: readonly Correction[]): Learned {
  const rules = new Map<string, LearnedRule>();
  const lines = new Map<string, ReadonlySet<string>>();
  const left: string[] = [];
  for (const correction of corrections.toSorted((a, b) => a.at - b.at)) {
    const match = firstPattern(correction);
    if (match === null) {
      left.push(
        `What ${correction.from} says about ${correction.class} cannot become a rule: its lines could be anybody's.`,
      );
      continue;
    }
    const key = `${correction.tool ?? ""} ${match.toLowerCase()}`;
    const known = rules.get(key);
    const agrees = known?.class === correction.class;
    const line = firstPattern({ ...correction, subject: undefined }) ?? match;
    for (const other of contradicted(rules, lines, correction, line)) rules.delete(other);
    lines.set(key, new Set([...(agrees ? (lines.get(key) ?? []) : []), line]));
    rules.delete(key);
    rules.set(key, ruleOf(correction, match, agrees ? known : undefined));
  }
  return { rules: [...rules.values()], left };
}

/** Rules that rest on this line alone and call it something else: with a subject, without one, or with another. */
function contradicted(
  rules: ReadonlyMap<string, LearnedRule>,
  lines: ReadonlyMap<string, ReadonlySet<string>>,
  { class: of, tool }: Correction,
  line: string,
): readonly string[] {
  return [...rules]
    .filter(
      ([key, rule]) =>
        rule.class !== of && rule.tool === tool && [...(lines.get(key) ?? [])].every((each) => each === line),
    )
    .map(([key]) => key);
}

interface Told {
  readonly lines: readonly string[];
  readonly subject?: string | undefined;
}

function firstPattern({ lines, subject }: Told): string | null {
  for (const line of lines) {
    const pattern = linePattern(line.trim(), subject);
    if (pattern !== null) return pattern;
  }
  return null;
}

function ruleOf(correction: Correction, match: string, known: LearnedRule | undefined): LearnedRule {
  const { class: of, restart, subject, tool, from } = correction;
  const names = match.includes("{subject}");
  return {
    match,
    class: of,
    ...(restart !== undefined && { restart }),
    ...(subject !== undefined && !names && { subject }),
    ...(tool !== undefined && { tool }),
    times: (known?.times ?? 0) + 1,
    from: [...new Set([...(known?.from ?? []), from])].slice(-FROM_MAX),
  };
}
