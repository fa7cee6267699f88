/** Rules for .NET: what its compiler, its package manager and its test runner print, by their numbers. Data only. */
import type { Rule } from "../../rule.ts";

const csFile = /(?<![\w./\\-])(?<s>[\w./\\-]+\.(?:cs|vb|fs|razor|cshtml))\(\d+,\d+\)/;

export const DOTNET_RULES: readonly Rule[] = [
  {
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "could not load file or assembly|could not load type",
    match: /could not load (?:file or assembly|type) '(?<s>[^',\n]+)/i,
  },
  {
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "error cs0246|error cs0234|error cs0006",
    match:
      /error CS0246: .{0,60}?'(?<s>[^']+)'|error CS0234: .{0,60}?'(?<n>[^']+)'.{0,60}?'(?<m>[^']+)'|error CS0006: .{0,40}'(?<t>[^']+)'/,
  },
  {
    class: "syntax_error",
    strength: "certain",
    inTests: true,
    has: "error cs1",
    match: /error CS1(?:00[1-3]|01[0-9]|02[0-9]|51[0-9]|52[0-9]|073)\b/,
    subject: { near: csFile },
  },
  {
    class: "type_error",
    strength: "strong",
    inTests: true,
    has: "error cs|error fs|error bc",
    match: /error (?:CS|FS|BC)\d{4,5}: /,
    subject: { near: csFile },
  },
  {
    class: "dependency_install",
    strength: "certain",
    has: "error nu1",
    match:
      /error NU1\d{3}: (?:unable to find package|unable to resolve|version conflict detected for|package) '?(?<s>[\w.-]*\w)|error NU1\d{3}/i,
  },
  {
    class: "file_not_found",
    strength: "strong",
    has: "error msb1003|error msb1009|error msb3202",
    match: /error MSB(?:1003|1009|3202): /,
    subject: { near: /(?:switch: |project file ")(?<s>[^"\s]+)/i, ahead: 1 },
  },
  {
    class: "config_error",
    strength: "fair",
    has: "error netsdk|error msb",
    match: /error (?:NETSDK|MSB)\d{4}\b/,
  },
  {
    class: "test_failure",
    strength: "strong",
    has: "failed",
    match: /^failed! {1,4}- failed: +[1-9]|^failed (?<s>[\w.]+(?:\([^)]{0,80}\))?) \[[\d<,. ]+ ?m?s\]$/i,
    subject: { near: /^failed (?<s>[\w.]+)(?:\([^)]{0,80}\))? \[/i, back: 40 },
  },
];
