/**
 * Names that a line holds in parts: a member and its owner, a host and its port, the package that an address of a registry
 * ends with, a sort of credential. Each is told as people would write it. Data and one reader; linear in the line.
 */
export interface Composed {
  readonly raw: string;
  readonly from: number;
  readonly to: number;
  /** By which of the patterns. */
  readonly how: string;
}

const PER_PATTERN_MAX = 3;

export function* composedIn(text: string): Generator<Composed> {
  for (const { how, find, tell } of PATTERNS) {
    let count = 0;
    for (const match of text.matchAll(find)) {
      const raw = tell(match.groups ?? {}, text);
      if (raw === "" || count >= PER_PATTERN_MAX) continue;
      count += 1;
      yield { raw, from: match.index, to: match.index + match[0].length, how };
    }
  }
}

interface Pattern {
  readonly how: string;
  readonly find: RegExp;
  readonly tell: (parts: Readonly<Record<string, string | undefined>>, line: string) => string;
}

const QUOTE = "[\"'`‘“]";

const PATTERNS: readonly Pattern[] = [
  {
    how: "member of owner",
    find: new RegExp(
      `\\b(?:named|propert(?:y|ies)|methods?|attributes?|members?|fields?|functions?|items?|getter|key) ${QUOTE}(?<member>\\w{1,80})(?:\\(\\))?["'\`’”][^"'\`‘’“”\\n]{1,60}\\b(?:struct|type|class|enum|trait|object|interface|module|on|for|in|of) ${QUOTE}(?:typeof )?(?<owner>[\\w.:]{1,120})`,
      "gi",
    ),
    tell: ({ owner = "", member = "" }, line) =>
      `${owner}${/::|\bE0\d{3}\b|\bstruct\b/.test(line) ? "::" : "."}${member}`,
  },
  {
    how: "member behind owner",
    find: new RegExp(
      `${QUOTE}(?:class |struct )?(?<owner>[A-Z][\\w.:]{0,120})["'\`’”] (?:object |type |class )?(?:has no|does not (?:contain|have)|doesn't have|lacks)[^"'\`‘’“”\\n]{1,60}${QUOTE}(?<member>\\w{1,80})`,
      "g",
    ),
    tell: ({ owner = "", member = "" }, line) => `${owner}${/::|\bclass [A-Z]/.test(line) ? "::" : "."}${member}`,
  },
  {
    how: "host and port",
    find: /\b(?:host|at|server|to|on)[ =:]{1,3}["']?(?<host>[a-z0-9][a-z0-9.-]{2,80})["']?(?: \([\d.:]{3,40}\))?,? {1,2}port[ =:]{1,2}(?<port>\d{2,5})\b/gi,
    tell: ({ host = "", port = "" }) => `${host}:${port}`,
  },
  {
    how: "package in address",
    find: /https?:\/\/[\w.-]{3,80}\/(?<name>@[\w.-]{1,60}(?:\/|%2f)[\w.-]{1,80}|[\w.-]{1,80})\/-\//gi,
    tell: ({ name = "" }) => name.replace(/%2f/i, "/"),
  },
  {
    how: "credential",
    find: /\b(?<sort>oauth|access|refresh|security|session|bearer|id|personal access|service account|api|auth(?:entication|orization)?) (?<what>token|key)s?\b/gi,
    tell: ({ sort = "", what = "" }) => `${sort} ${what}`,
  },
];
