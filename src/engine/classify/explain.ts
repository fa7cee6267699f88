/** How an answer came about, step by step and in sentences: what was read, which rules fit where, what the words say. */
import { answerOf, type Classified } from "./classify.ts";
import type { Reading } from "./reading.ts";

export interface Explanation {
  readonly answer: Classified;
  /** One sentence per step, in the order in which they were taken. */
  readonly steps: readonly string[];
}

const HITS_MAX = 5;
const CLASSES_MAX = 4;
const NAMED_MAX = 6;

export function explain(reading: Reading): Explanation {
  const answer = answerOf(reading);
  return {
    answer,
    steps: [
      ...linesStep(reading),
      ...ruleSteps(reading),
      ...wordSteps(reading),
      `Class: ${answer.class}, because ${reading.weighed.because.join("; ")}.`,
      `Restart: ${answer.restart}, because ${restartReason(reading)}.`,
      ...subjectSteps(reading),
      `Confidence: ${Math.round(answer.confidence * 100)} %; so many of a hundred answers like it were right.`,
    ],
  };
}

function linesStep({ lines }: Reading): readonly string[] {
  const count = (kind: string): number => lines.filter((line) => line.kind === kind).length;
  const parts = ["quoted", "warning", "notice"].map((kind) => `${count(kind)} ${kind}`);
  return [
    `Read ${lines.length} ${lines.length === 1 ? "line" : "lines"}: ${count("plain")} plain, ${parts.join(", ")}.`,
  ];
}

function ruleSteps({ ranked, lines }: Reading): readonly string[] {
  if (ranked.length === 0) return ["No rule fits."];
  return ranked.slice(0, HITS_MAX).map(({ hit, score }) => {
    const where =
      hit.at < 0 ? "how the process ended" : `line ${hit.at + 1} (${lines[hit.at]?.text.slice(0, 80) ?? ""})`;
    return `A rule of ${hit.rule.class} (${hit.rule.strength}, ${Math.round(score)} of 100) fits ${where}.`;
  });
}

function wordSteps({ likely, weighed }: Reading): readonly string[] {
  const most = [...likely.shares].toSorted((a, b) => b[1] - a[1]).slice(0, CLASSES_MAX);
  const shares = most.map(([of, share]) => `${of} ${Math.round(Math.exp(share) * 100)} %`);
  const signs = likely.because(weighed.class);
  return [
    `By its words alone: ${shares.join(", ")}.`,
    ...(signs.length === 0 ? [] : [`Words that speak for ${weighed.class}: ${signs.join(", ")}.`]),
  ];
}

function restartReason({ weighed }: Reading): string {
  return weighed.best?.hit.rule.restart === undefined
    ? "that is what the class deserves"
    : "the rule that fits says so";
}

function subjectSteps({ named, subject, subjectBecause }: Reading): readonly string[] {
  const things = [...new Set(named.map(({ kind, name }) => `${kind} ${name}`))].slice(0, NAMED_MAX);
  const about = subject === undefined ? "Subject: none" : `Subject: ${subject}`;
  return [...(things.length === 0 ? [] : [`It names: ${things.join(", ")}.`]), `${about}, because ${subjectBecause}.`];
}
