/** What answers are worth, in shares with an interval: how far they would move had other tools been asked. */
import type { Answered } from "./held-out.ts";
import { isSameName, isSameSubject } from "./same-subject.ts";

export interface Figure {
  readonly name: string;
  readonly right: number;
  readonly all: number;
  /** Of a hundred redrawings of the tools, the middle ninety-five. */
  readonly low: number;
  readonly high: number;
}

const DRAWS = 200;

type Right = (answer: Answered) => boolean | undefined;

/** Undefined where the question does not arise: an output about nothing has no subject to find. */
const QUESTIONS: Readonly<Record<string, Right>> = {
  class: ({ output, found }) => found.class === output.class,
  restart: ({ output, found }) => found.restart === output.restart,
  subject: ({ output, found }) => isNamed(output.subject, (name) => isSameSubject(found.subject ?? "", name)),
  "to the letter": ({ output, found }) => isNamed(output.subject, (name) => isSameName(found.subject ?? "", name)),
  "no subject": ({ output, found }) => (output.subject === null ? found.subject === null : undefined),
};

function isNamed(subject: string | null | undefined, is: (name: string) => boolean): boolean | undefined {
  return subject === null || subject === undefined ? undefined : is(subject);
}

export function figuresOf(answers: readonly Answered[]): readonly Figure[] {
  return Object.entries(QUESTIONS).map(([name, right]) => {
    const asked = answers.flatMap((answer) => {
      const is = right(answer);
      return is === undefined ? [] : [{ source: answer.output.source, is }];
    });
    const { low, high } = interval(asked);
    return { name, right: asked.filter(({ is }) => is).length, all: asked.length, low, high };
  });
}

/** What needs a person and was said to pass by itself. */
export function terminalAsTransient(answers: readonly Answered[]): readonly string[] {
  return answers
    .filter(({ output, found }) => output.restart === "terminal" && found.restart === "transient")
    .map(({ output }) => output.id);
}

interface Asked {
  readonly source: string;
  readonly is: boolean;
}

/** Whole tools are drawn, with replacement, by dice that always fall the same. */
function interval(asked: readonly Asked[]): { readonly low: number; readonly high: number } {
  const bySource = Map.groupBy(asked, ({ source }) => source);
  const sources = [...bySource.values()];
  let seed = 4_711;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 4_294_967_296) * below);
  };
  const shares = Array.from({ length: DRAWS }, () => {
    const drawn = sources.flatMap(() => sources[next(sources.length)] ?? []);
    return drawn.filter(({ is }) => is).length / Math.max(1, drawn.length);
  }).toSorted((a, b) => a - b);
  return { low: shares[Math.floor(DRAWS * 0.025)] ?? 0, high: shares[Math.floor(DRAWS * 0.975)] ?? 1 };
}
