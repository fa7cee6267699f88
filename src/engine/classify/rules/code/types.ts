/** Rules for code that compilers and interpreters refuse: types and syntax. Data only. */
import type { Rule } from "../../rule.ts";

const tsFile = /^(?:\.\/)?(?<s>[\w./@-][^(:\s]*\.(?:[cm]?[jt]sx?|vue|svelte|astro))[(:]\d/;

export const TYPE_RULES: readonly Rule[] = [
  {
    // Its number says so in every language the compiler speaks.
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "ts2307",
    match: /\berror TS2307: [^"'«„“「『\n]{0,80}["'«„“「『](?<s>[^"'»“”」』\n]{1,160})["'»“”」』]/u,
  },
  {
    class: "import_error",
    strength: "certain",
    has: "e0611|e0401|unknown import symbol",
    match:
      /\bE0611: no name '(?<n>\w+)' in module '(?<m>[\w.]+)'|\bE0401: unable to import '(?<s>[\w.]+)'|"(?<t>\w+)" is unknown import symbol/i,
  },
  {
    class: "syntax_error",
    strength: "strong",
    inTests: true,
    has: "error: expected|error: unexpected|error: unclosed|error: mismatched|error: this file contains",
    match:
      /^error: (?:expected (?:one of|`|identifier|expression|item|pattern|type)|unexpected (?:token|closing|end)|unclosed delimiter|mismatched closing|this file contains an unclosed)/,
    subject: { near: /--> (?<s>[^\s:]+):\d+/, ahead: 3 },
  },
  {
    class: "syntax_error",
    strength: "certain",
    inTests: true,
    has: "error ts1|ts1005|ts1128|ts1109",
    match: /\berror TS1\d{3}: |^(?<s>\S+)\(\d+,\d+\): error TS1\d{3}/i,
    subject: { near: tsFile },
  },
  {
    class: "type_error",
    strength: "strong",
    inTests: true,
    has: "error ts|ts2",
    match: /\berror TS(?!1\d{3}:)\d{3,5}: |- error TS\d+/i,
    subject: { near: tsFile },
  },
  {
    class: "type_error",
    strength: "strong",
    has: "type error: ",
    match: /^type error: /i,
    subject: { near: tsFile, back: 2 },
  },
  {
    class: "type_error",
    strength: "strong",
    inTests: true,
    has: "error:",
    match: /^(?<s>[\w./-]+\.pyi?):\d+(?::\d+)?: error: (?!invalid syntax)/i,
    unless: /\[syntax\]/,
  },
  {
    class: "type_error",
    strength: "strong",
    inTests: true,
    has: ".go:",
    match:
      /^(?:vet: )?(?:\.\/)?[\w./@-]+\.go:\d+(?::\d+)?: (?:undefined: (?<s>[\w.]+)|declared and not used: (?<w>\w+)|(?<t>\w+) (?:redeclared|declared (?:and|but) not used)|(?:cannot use (?<v>\w+)?|too many|not enough|missing return|invalid operation|assignment mismatch|multiple-value|cannot assign|\S+ undefined|"\S+" imported and not used|undeclared name:? ?(?<u>\w+)?))/i,
    unless:
      /\((?:errcheck|govet|staticcheck|unused|ineffassign|gosimple|revive|gocritic|typecheck|stylecheck|gosec|lll|dupl|funlen|gofmt|goimports|goconst|misspell|unparam)\)$/,
  },
  {
    class: "syntax_error",
    strength: "strong",
    inTests: true,
    has: ".go:",
    match: /^(?<s>(?:\.\/)?[\w./@-]+\.go):\d+:\d+: (?:syntax error|expected )/i,
  },
  {
    class: "type_error",
    strength: "strong",
    inTests: true,
    has: "error[e",
    match: /error\[E(?!043[23])\d{4}\]/,
    subject: { near: /--> (?<s>[^\s:]+):\d+/, ahead: 3 },
  },
  {
    class: "type_error",
    strength: "strong",
    inTests: true,
    has: "cannot find symbol|incompatible types|could not compile|cannot be applied to|unreported exception|unresolved reference",
    match:
      /error: (?:cannot find symbol|incompatible types|.{0,60}cannot be applied to|unreported exception)|cannot find symbol$|^e: .{0,200}unresolved reference:? ?'?(?<s>\w+)?/i,
    subject: { near: /(?<![\w./-])(?<s>[\w./-]+\.(?:java|kt)):/, back: 1 },
  },
  {
    class: "type_error",
    strength: "fair",
    has: "could not compile",
    match: /error: could not compile [`'](?<s>[^`']+)/i,
  },
  {
    class: "type_error",
    strength: "strong",
    inTests: true,
    has: "error:",
    match:
      /^(?<s>[\w./+-]+\.(?:c|cc|cpp|cxx|h|hpp|m|mm|cu)):\d+(?::\d+)?: (?:fatal )?error: (?!expected|stray|unterminated|missing terminating)/i,
  },
  {
    class: "syntax_error",
    strength: "strong",
    inTests: true,
    has: "error:",
    match:
      /^(?<s>[\w./+-]+\.(?:c|cc|cpp|cxx|h|hpp|java|rs|kt|swift)):\d+(?::\d+)?: (?:fatal )?error: (?:expected|stray|unterminated|missing terminating|';' expected|illegal start|class, interface|reached end of file|unclosed)/i,
  },
  {
    class: "type_error",
    strength: "fair",
    has: "typeerror|attributeerror|nameerror|is not defined|nosuchmethod|nullpointer|undefined method|undefined local",
    match: [
      /^(?:uncaught )?(?:type|attribute|name|reference|unboundlocal)error: (?:module ['"](?<m>[\w.]+)['"] has no attribute|name ['"](?<s>\w+)['"] is not defined|(?<t>[\w$.]+) is not (?:a function|defined|a constructor|iterable)|['"](?<u>\w+)['"] object has no attribute ['"](?<v>\w+)|(?<w>[\w.]+)\(\) (?:missing|takes|got an unexpected))/i,
      /^(?:uncaught )?(?:type|attribute|name|reference|unboundlocal)error\b|undefined (?:method|local variable or method) [`'](?<v>\w+)|nullpointerexception|nosuchmethoderror/i,
    ],
    unless: /fetch failed|terminated|failed to fetch|json/i,
  },
  {
    class: "syntax_error",
    strength: "certain",
    inTests: true,
    has: "syntaxerror|indentationerror|taberror|syntax error|parse error|parsing error|parseerror|unexpected token",
    match:
      /^(?:e +)?(?:\S+: )?(?:uncaught )?(?:syntaxerror|indentationerror|taberror)\b|syntax error,? (?:near )?unexpected|^(?:\S+: )?(?:php )?parse error\b|error: unexpected token|syntaxerror: /i,
    unless:
      /in json|json\.parse|at or near|sqlstate|sql syntax|no number after|not valid json|json at position|requested module|mysql|psycopg|sqlite/i,
    subject: {
      near: /^(?:e? +)?file "(?<s>[^"]+)", line \d+|file: (?<t>[^\s:]+)|^(?<u>[\w./@-]+\.\w{1,5}):\d+(?::\d+)?|(?<![\w./@-])(?<v>[\w./@-]+\.\w{1,6}):? ?(?:[:(]\d+|unexpected|syntaxerror)/i,
      back: 8,
      ahead: 8,
    },
  },
  {
    class: "syntax_error",
    strength: "strong",
    inTests: true,
    has: "transform failed|unexpected token|expected|unterminated|unexpected end|invalid syntax|element is missing end tag|unexpected eof|internal:transform",
    match:
      /transform failed with \d+ error|unexpected token \(\d+:\d+\)|(?:unterminated (?:string|regular|template|comment)|invalid syntax|element is missing end tag|unexpected end of (?:file|input))|^(?:✘ )?\[?error\]?:? (?:unexpected|expected ["'`;})\]])/i,
    unless: /json|sql/i,
    subject: {
      near: /file: (?<s>[^\s:]+)|^(?<u>[\w./@-]+\.(?:vue|svelte|astro|[jt]sx?))$|(?<![\w./@-])(?<t>[\w./@-]+\.\w{1,6})(?:\?[^\s:]{0,200})?:\d+:\d+/i,
      back: 3,
      ahead: 6,
    },
  },
];
