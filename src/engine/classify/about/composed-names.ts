/**
 * Names that a line holds in parts: a member and its owner, a host and its port, the package that an address of a registry
 * ends with, the crate that a folder of a registry is named after, a sort of credential. Each is told as people would write it. Data and one reader; linear in the line.
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
    how: "crate in path",
    find: /[/\\](?:registry[/\\]src[/\\][^/\\\s]{1,80}|git[/\\]checkouts)[/\\](?<name>[A-Za-z][\w-]{1,60}?)-(?:\d+\.\d|[0-9a-f]{12,20}[/\\])/g,
    tell: ({ name = "" }) => name,
  },
  {
    how: "crate in path",
    find: /[/\\]?pip-(?:install|build|req-build)-\w{4,20}[/\\](?<name>[A-Za-z][\w.-]{1,60}?)(?:_[0-9a-f]{8,40})?[/\\]/g,
    tell: ({ name = "" }) => name,
  },
  {
    how: "member of package",
    find: /\b(?:object|value|type|class) (?<member>\w{2,80}) is not a member of (?:package )?(?<owner>[\w.]{2,120})/g,
    tell: ({ owner = "", member = "" }) => `${owner}.${member}`,
  },
  {
    how: "export of module",
    find: /\bModule [‘'"`](?<owner>[\w.]{2,120})[’'"`] does not export [‘'"`](?<member>\w{1,80})/g,
    tell: ({ owner = "", member = "" }) => `${owner}.${member}`,
  },
  {
    how: "credential",
    find: /\b(?<name>(?:application )?default credentials)\b/gi,
    tell: () => "default credentials",
  },
  {
    how: "method with its class",
    find: /\b(?:undefined|unknown|abstract) (?:static )?(?:method|function|property) (?<name>[\w\\]{2,160}::\$?\w{1,80})/g,
    tell: ({ name = "" }) => name,
  },
  {
    how: "source alone",
    find: /^(?:file:\/\/)?(?<name>[\w@./\\-]{2,300}\.[cm]?[jt]sx?):\d+$/g,
    tell: ({ name = "" }) => name,
  },
  {
    how: "member of type",
    find: /\bTS2339: [^"'«„「\n]{0,60}["'«„「](?<member>[\w$]{1,80})["'»“」][^"'«„「\n]{1,60}["'«„「](?<owner>[\w$.]{1,120})["'»“」]/gu,
    tell: ({ owner = "", member = "" }) => `${owner}.${member}`,
  },
  {
    how: "column in table",
    find: /\bcolumn \[?["'`]?(?<member>\w{1,80})["'`]?\]? (?:in|of) (?:table|relation) \[?["'`]?(?<owner>[\w.]{1,120})/gi,
    tell: ({ owner = "", member = "" }) => `${owner}.${member}`,
  },
  {
    how: "right",
    find: /\bnot authori[sz]ed to perform:? ["'`]?(?<name>[\w-]{2,40}:[\w*-]{2,80})/gi,
    tell: ({ name = "" }) => name,
  },
  {
    how: "published",
    find: /\b(?:PUT|POST) https?:\/\/registry\.[\w.-]{3,80}\/(?<name>@[\w.-]{1,60}(?:\/|%2f)[\w.-]{1,80}|[\w.-]{1,80})(?=[\s"']|$)/gi,
    tell: ({ name = "" }) => name.replace(/%2f/i, "/"),
  },
  {
    how: "header looked for",
    find: /^checking for (?<name>[\w./+-]{2,80}\.h)\b.{0,40}(?:no|\*\*\*)/g,
    tell: ({ name = "" }) => name,
  },
  {
    how: "server of tools",
    find: /\bMCP (?:server|client)(?: for)? ["'`](?<name>[\w.@/-]{2,60})["'`]/gi,
    tell: ({ name = "" }) => name,
  },
  {
    how: "function and arity",
    find: /\bfunction (?<name>[\w.!?]{2,80}\/\d{1,2}) (?:is )?undefined/g,
    tell: ({ name = "" }) => name,
  },
  {
    how: "refspec",
    find: /\b(?:src refspec|pathspec) ["'`]?(?<name>[\w./-]{1,120}?)["'`]? (?:does|did) not match any/g,
    tell: ({ name = "" }) => name,
  },
  {
    how: "property of",
    find: /\b(?<owner>[a-z][\w.-]{2,80}) additional property (?<member>[\w-]{1,60}) is not allowed/gi,
    tell: ({ owner = "", member = "" }) => `${owner}.${member}`,
  },
  {
    how: "migration number",
    find: /\b(?:checksum mismatch for|failed) migration (?:version )?(?<name>\d[\w.]{0,20}\w)\b/gi,
    tell: ({ name = "" }) => name,
  },
  {
    how: "lock",
    find: /\b(?:acquire|get|obtain|take|hold)(?: the| a)? (?<name>(?:[a-z][\w-]{1,20} ){1,3}lock)\b/gi,
    tell: ({ name = "" }) => name,
  },
  {
    how: "runtime and version",
    find: /\b(?:targeting|requires?|needs?) (?<name>\.NET \d+\.\d+|(?:Node(?:\.js)?|Python|Java|Ruby|PHP|Go) \d+(?:\.\d+)*)/g,
    tell: ({ name = "" }) => name,
  },
  {
    how: "credential",
    find: /\b(?<sort>oauth|access|refresh|security|session|bearer|id|personal access|service account|api|sso|auth(?:entication|orization)?) (?<what>token|key|session)s?\b/gi,
    tell: ({ sort = "", what = "" }) => `${sort} ${what}`,
  },
];
