/**
 * Two statements that cannot both hold: the same topic with another value, or the same words, once denied. Finds only what can be
 * shown word by word. Pure.
 */
import type { Place } from "../documents/document.ts";
import type { Statement } from "../session/states.ts";
import { stemsOf } from "../terms/words.ts";
import type { Finding } from "./check.ts";
import { short } from "./coverage-findings.ts";

export interface Stated extends Statement, Place {
  readonly who: string;
}

const DENIAL = /\b(?:do not|don'?t|does not|never|no|not|avoid|without|must not|cannot|shall not|won'?t|exclude)\b/iu;

/** In the order they were said. What replaces an earlier one on purpose contradicts nothing. */
export function contradictions(all: readonly Stated[]): readonly Finding[] {
  const findings: Finding[] = [];
  all.forEach((later, at) => {
    if (later.isReplacing) return;
    const replacedUntil = all.slice(0, at).findLastIndex((each) => each.isReplacing && sameTopic(each, later));
    const earlier = all.slice(Math.max(0, replacedUntil), at).find((each) => contradicts(each, later));
    if (earlier) findings.push(finding(earlier, later));
  });
  return findings;
}

function contradicts(a: Statement, b: Statement): boolean {
  if (sameTopic(a, b)) return isOther(a.value, b.value);
  return isDenied(a.text, b.text);
}

function sameTopic(a: Statement, b: Statement): boolean {
  return a.topic !== "" && stemsOf(a.topic).join(" ") === stemsOf(b.topic).join(" ");
}

function isOther(a: string, b: string): boolean {
  const [one, other] = [new Set(stemsOf(a)), new Set(stemsOf(b))];
  if (one.size === 0 || other.size === 0) return a !== b;
  if (DENIAL.test(a) !== DENIAL.test(b) && overlap(one, other) > 0) return true;
  // What adds detail contains what it adds to.
  return overlap(one, other) === 0;
}

function isDenied(a: string, b: string): boolean {
  if (DENIAL.test(a) === DENIAL.test(b)) return false;
  const [one, other] = [new Set(stemsOf(a)), new Set(stemsOf(b))];
  const shared = overlap(one, other);
  return shared >= 2 && shared >= Math.min(one.size, other.size) * 0.8;
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((each) => b.has(each)).length;
}

function finding(earlier: Stated, later: Stated): Finding {
  return {
    level: "fail",
    what: `${later.who} says "${short(later.text)}", but ${earlier.who} said "${short(earlier.text)}".`,
    evidence: [
      { file: later.file, line: later.line },
      { file: earlier.file, line: earlier.line },
    ],
    subject: `contradiction ${earlier.text} | ${later.text}`,
    about: `${earlier.text} ${later.text}`,
  };
}
