/**
 * Rules and shapes of names made from the lexicon: "no such MODULE 'x'", "MODULE 'x' was not found", "MODULE not found: x".
 * They speak where no tool's own sentence is known: every rule of more than fair strength wins over them.
 */
import type { FailureClass, RestartKind } from "../../../domain/proof/failure.ts";
import type { Shape } from "../entities/shape.ts";
import type { Rule } from "../rule.ts";
import { ABSENT_BEFORE, ABSENT_BEHIND, INVALID, NOT_VALID, NOUNS, type Noun, SEARCHED, TWICE } from "./lexicon.ts";

/** Names between quotes may hold anything; bare ones look like names. */
const NAME =
  "(?:b?[\"'`‘“«]+(?<s>[^\"'`’”»\\s][^\"'`’”»\\n]{0,160}?)[\"'`’”»]|(?<t>[@\\w$~/][\\w$@./:+~-]{0,160}[\\w$+?!]|[A-Za-z$]))";
const ARTICLE = "(?:(?:the|an?|any|your|required|specified|given|requested|such|local|following) ){0,3}";
/** Between the noun and its name. */
const CALLED = "s?(?: (?:named|called|name|with (?:the )?(?:name|id)|for))?(?: ?[:=-]{1,2} ?| )";

interface Sentences {
  readonly absent: readonly RegExp[];
  readonly twice: readonly RegExp[];
  readonly invalid: readonly RegExp[];
}

const SENTENCES: ReadonlyMap<Noun, Sentences> = new Map(NOUNS.map((noun) => [noun, sentencesOf(noun)]));

function sentencesOf({ words }: Noun): Sentences {
  // Longer nouns first: "module type" is no module named type.
  const noun = `\\b(?:${words
    .split("|")
    .toSorted((a, b) => b.length - a.length)
    .join("|")})`;
  const pattern = (source: string): RegExp => new RegExp(source, "gi");
  return {
    absent: [
      pattern(`\\b${ABSENT_BEFORE} ${ARTICLE}${noun}${CALLED}${NAME}`),
      pattern(`${noun}${CALLED}${NAME} ?${ABSENT_BEHIND}`),
      pattern(`${noun}s? ?${ABSENT_BEHIND}(?: in [^:'"\`]{1,40})?(?: ?: ?| )${NAME}`),
    ],
    twice: [pattern(`${noun}${CALLED}${NAME} ?:? ?${TWICE}`), pattern(`\\bduplicate ${noun}${CALLED}${NAME}`)],
    invalid: [
      pattern(`\\b${INVALID} ${ARTICLE}${noun}${CALLED}${NAME}`),
      pattern(`${noun}${CALLED}${NAME} ${NOT_VALID}`),
    ],
  };
}

export const STATEMENT_RULES: readonly Rule[] = [
  ...[...SENTENCES].flatMap(([noun, { absent, twice, invalid }]) => [
    ...ruleOf(noun, absent, noun.absent),
    ...ruleOf(noun, twice, noun.twice && [noun.twice]),
    ...ruleOf(noun, invalid, noun.invalid),
  ]),
  {
    class: "import_error",
    strength: "fair",
    inTests: true,
    has: "path|@inc|goroot|require|import",
    match: [
      new RegExp(
        `\\b(?:locate|find|found) (?:module |library |class )?['"\`]?(?<s>[\\w@./:$-]*?\\w)(?:__init)?(?:\\.\\w+)?['"\`]?,? (?:\\S+ ){0,8}?(?:on|in|from) (?:the |current |your )?${SEARCHED}`,
        "i",
      ),
      /(?:don['’]t know how to|cannot|can['’]t|could not|failed to|unable to) (?:require|import|include)\b:? ['"`]?(?<s>[\w@./:-]+)?/i,
    ],
  },
];

export const STATEMENT_SHAPES: readonly Shape[] = [...SENTENCES].flatMap(
  ([{ words, kind, absent: is, twice: are, invalid: bad }, { absent, twice, invalid }]) =>
    [...(is ? absent : []), ...(are ? twice : []), ...(bad ? invalid : [])].map((find) => ({
      kind,
      has: words,
      find,
      weight: 2.5 as const,
    })),
);

function ruleOf(
  { words, where, unless }: Noun,
  patterns: readonly RegExp[],
  means: readonly [FailureClass, RestartKind?] | undefined,
): readonly Rule[] {
  if (means === undefined) return [];
  const [of, restart] = means;
  return [
    {
      class: of,
      ...(restart && { restart }),
      strength: "fair",
      has: words,
      match: patterns.map(
        ({ source }) => new RegExp(where ? `^(?=.*(?:${where.source})).*?(?:${source})` : source, "i"),
      ),
      ...(unless && { unless }),
      ...(of === "import_error" && { inTests: true }),
    },
  ];
}
