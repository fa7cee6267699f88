/** Programs that build others: killed, crashed, called with a word they do not know, without a file they were to take in. Data only. */
import type { Rule } from "../../rule.ts";

const COMPILER = "compile|link|cc1(?:plus|obj)?|cgo|rustc|clang(?:-\\d+)?|collect2|ld|swift-frontend|javac|kotlinc|ghc";

export const BUILDER_RULES: readonly Rule[] = [
  {
    class: "syntax_error",
    strength: "certain",
    has: "missing separator|fehlender trenner|séparateur manquant|falta separador",
    match: /^(?<s>[\w./-]*\w):\d+: \*\*\* (?:missing separator|fehlender trenner|séparateur manquant|falta separador)/i,
  },
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "certain",
    has: "no such file or directory: '",
    match:
      /(?:no such file or directory): '(?<s>gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?|make|cmake|ninja|pkg-config|git|node|cargo|rustc)'/i,
  },
  {
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "is not a member of package|no such file to load",
    match: /\bobject (?<n>\w+) is not a member of package (?<m>[\w.]+)|no such file to load -- (?<s>\S+)/i,
  },
  {
    class: "import_error",
    strength: "certain",
    has: "to the following library",
    match: /refers, in an import, to the following library:/i,
    subject: { near: /^(?<s>(?:package|dart):\S+)$/, ahead: 2 },
  },
  {
    class: "out_of_memory",
    restart: "persistent",
    strength: "certain",
    has: "signal: killed|terminated program|killed (program|killed",
    match: new RegExp(
      `(?:^|[/ ])(?<s>${COMPILER}): signal: killed|signal terminated program (?<t>\\w+)|killed \\(program (?<u>\\w+)\\)|^(?<v>g\\+\\+|gcc|c\\+\\+|golangci-lint|clang\\+\\+)\\b.{0,80}\\bkilled\\b`,
      "i",
    ),
  },
  {
    class: "crash",
    restart: "persistent",
    strength: "certain",
    has: "impossible' happened",
    match: /^(?<s>[\w.-]+): panic! \(the ['‘]impossible['’] happened\)/i,
  },
  {
    class: "file_not_found",
    strength: "certain",
    has: "no matching files found",
    match: /\bpattern (?<s>\S{1,200}): no matching files found/i,
  },
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "certain",
    has: "xcrun",
    match: /(?<s>xcrun): error: invalid active developer path/i,
  },
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "strong",
    has: "127(command not found)|code: 127",
    match: /exit code:? 127 ?\(command not found\)/i,
    subject: { near: /the command "(?<s>[\w.+-]+)/i, back: 6 },
  },
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "certain",
    has: "env: |find python executable|could not find any python",
    match:
      /\benv: [‘'"]?(?<s>[\w.+-]+)[’'"]?: no such file|can't find python executable "(?<t>[\w.-]+)"|could not find any (?<u>python) installation/i,
  },
  {
    class: "dependency_install",
    strength: "certain",
    has: "detected package downgrade",
    match: /detected package downgrade: (?<s>[\w.-]+)/i,
  },
  {
    class: "timeout",
    restart: "persistent",
    strength: "certain",
    inTests: true,
    onQuoted: true,
    has: "timeout in|(timeout)|timeout: //",
    match: /^(?<s>\/\/\S+) +timeout in|^\d+ - (?<t>\S+) \(timeout\)|^timeout: (?<u>\/\/\S+)/i,
  },
  {
    class: "import_error",
    strength: "certain",
    has: "couldn't find the plugin",
    match: /couldn't find the plugin ["'](?<s>[^"']+)["']/i,
  },
  {
    class: "import_error",
    strength: "certain",
    has: "location: package",
    match: /^location: +package (?<s>[\w.]+)$/i,
  },
  {
    class: "config_error",
    restart: "persistent",
    strength: "certain",
    has: "could not find method|dsl method not found",
    match: /could not find method (?<s>\w+)\(\) for arguments|DSL method not found: ['"](?<t>\w+)/i,
  },
  {
    class: "test_failure",
    strength: "certain",
    inTests: true,
    has: "waiting for expect",
    match: /timed out \d+ms waiting for expect\(/i,
  },
];
