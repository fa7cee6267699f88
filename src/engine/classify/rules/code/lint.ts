/** Rules for linters and formatters that said no. Data only. */
import type { Rule } from "../../rule.ts";

export const LINT_RULES: readonly Rule[] = [
  // What kept the linter from reading or typing the code at all.
  {
    class: "syntax_error",
    strength: "certain",
    inTests: true,
    has: "parsing error|parse error",
    match: /^\d+:\d+ +(?:error|fatal):? +Pars(?:ing|e) error\b/i,
    subject: { near: /^(?<s>\/?(?:[\w.@-]+\/)*[\w.@-]+\.\w{1,6})$/, back: 40 },
  },
  {
    class: "syntax_error",
    strength: "certain",
    inTests: true,
    has: "cannot format|cannot parse",
    match: /cannot format (?<s>\S+?): cannot parse\b|^(?<t>\S+\.\w{1,6}):? cannot parse\b/i,
  },
  {
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "import-error|import-not-found|no-unresolved|reportmissingimports|no-missing-import|no-missing-require",
    match:
      /(?:unable to (?:import|resolve(?: path to module)?)|cannot find (?:implementation or library stub for )?module(?: named)?|import|cannot find)\W+['"`](?<s>[^'"`\n]+)['"`].*(?:import-error|import-not-found|no-unresolved|reportMissingImports|no-missing-import|no-missing-require)/i,
  },
  {
    class: "type_error",
    strength: "certain",
    has: "(typecheck)",
    match: /^\S+\.go:\d+(?::\d+)?: .{1,300}\(typecheck\)$/,
  },
  // A diagnostic that names the rule it stands for, in whatever tool's report.
  {
    class: "lint_failure",
    strength: "fair",
    has: ": error: ",
    match: /^\S+\.\w{1,8}:\d+:\d+: error: .{1,400} \((?<s>[a-z][\w@/-]{2,60}|[A-Z]{1,4}\d{3,4})\)$/,
    unless: /\((?:TS|CS|E0|reportMissing|import-not-found)/,
  },
  { class: "lint_failure", strength: "strong", has: "too many warnings", match: /found too many warnings/i },
  {
    class: "lint_failure",
    strength: "certain",
    has: "problem",
    match: /^✖ \d+ problems? \(|^\d+ problems? \(/,
    subject: { near: /\b(?:error|warning) {2,}.{1,300}? {2,}(?<s>[@\w/-]+)$/, back: 60 },
  },
  {
    class: "lint_failure",
    strength: "strong",
    has: " error | error: ",
    match: /^\d+:\d+ +error:? +.{1,300}? {2,}(?<s>[@\w/-]+)$/i,
  },
  {
    class: "lint_failure",
    strength: "certain",
    has: "code style issues|prettier",
    match:
      /code style issues|forgot to run prettier|prettier linting errors|would turn out different if you process them with prettier/i,
    subject: {
      near: /^\[(?:warn|error)\] (?<s>[\w./@-]+\.\w+)$|prettier --write (?<t>[\w./@-]+\.\w+)/,
      back: 30,
      ahead: 12,
    },
  },
  {
    class: "lint_failure",
    strength: "certain",
    has: "(errcheck)|(govet)|(staticcheck)|(unused)|(ineffassign)|(gosimple)|(revive)|(gocritic)|(stylecheck)|(gosec)|(lll)|(gofmt)|(goimports)|(misspell)|(unparam)|(dupl)|(funlen)|(goconst)|(gofumpt)|(nolintlint)|(gocyclo)",
    match: /^\S+\.go:\d+(?::\d+)?: .{1,300}\((?<s>[a-z]+)\)$/,
  },
  {
    class: "lint_failure",
    strength: "certain",
    has: "lint/|found 1 error|found",
    match: /^\S+:\d+:\d+ (?<s>lint\/\w+\/\w+)|^(?<t>lint\/\w+\/\w+)\b/,
  },
  { class: "lint_failure", strength: "strong", has: ".py:", match: /^\S+\.py:\d+:\d+: (?<s>[A-Z]{1,4}\d{2,4})\b/ },
  {
    class: "lint_failure",
    strength: "strong",
    has: "would reformat|would be reformatted|not formatted|is not formatted|files need formatting|formatting|formatter would|diff in ",
    match:
      /^would reformat:? (?<s>\S+)|\d+ files? would be reformatted|formatter would have printed|^diff in (?<t>\S+?)(?: at line|:)/i,
  },
  {
    class: "lint_failure",
    strength: "strong",
    has: "clippy|rubocop|offense|phpcs|stylelint|checkstyle|shellcheck|sc2|pylint|flake8|: c: |: w: |: e: |: f: | sc1| sc2",
    match:
      /#\[(?:deny|warn)\(clippy|rust-clippy\/.{0,40}#(?<v>\w+)|clippy::(?<s>[\w-]+)|\d+ offenses? detected|^\S+:\d+:\d+: [CWEF]: (?:\[\w+\] )?(?<t>[A-Z]\w+\/\w+)|checkstyle violations|^\S+:\d+:\d+: [CRWEF]\d{4}: |\bSC(?<u>\d{4})\b \(/,
    unless: /cargo clippy/,
  },
  {
    class: "lint_failure",
    strength: "strong",
    tools: ["ruff", "flake8"],
    has: "e1|e2|e3|e4|e5|e7|e9|f4|f5|f6|f7|f8|w1|w2|w5|w6|i0|n8|up0|b0|c4|c9|d1|d2|d4|s1|sim|pl|ruf|ann|pt0|ta|tr|td0|ble",
    match: /^(?<s>[A-Z]{1,4}\d{3,4}) (?:\[\*\] )?[A-Z`'].{3,}/,
  },
  {
    class: "lint_failure",
    strength: "strong",
    tools: ["golangci-lint"],
    has: ".go:",
    match: /^\S+\.go:\d+(?::\d+)?: .{1,300}\((?<s>[a-z][\w-]+)\)$/,
  },
  {
    class: "lint_failure",
    strength: "strong",
    has: "incorrectly sorted",
    match: /^(?:error: )?(?<s>\S+) imports are incorrectly sorted/i,
  },
  {
    class: "lint_failure",
    strength: "fair",
    has: "commit message|found",
    match: /invalid commit message|^✖ +found \d+ problems?, \d+ warnings?/i,
  },
  {
    class: "lint_failure",
    strength: "weak",
    has: "lint",
    match: /lint(?:ing)? (?:errors?|failed|problems?)|eslint.{0,30}failed/i,
  },
];
