/** The hints about code, files, machines and configuration; see hints.ts. Data only. */
import type { Rule } from "../../rule.ts";

export const WORK_HINT_RULES: readonly Rule[] = [
  {
    class: "permission",
    strength: "weak",
    has: "sandbox|denied|not permitted|not allowed|landlock|denial|approval|permission",
    match:
      /sandbox (?:denial|error|denied)|landlock|\bdenied\b|not permitted|(?:operation|command|tool|access|write)\b.{0,20}not allowed|(?:needs|requires|awaiting) (?:your )?approval|insufficient permission/i,
  },
  {
    class: "out_of_memory",
    strength: "weak",
    has: "memory|allocation failed|killed",
    match:
      /allocation failed|out of memory|not enough memory|insufficient memory|\bmemory\b.{0,30}(?:exceed|exhaust|limit)|\bkilled\b/i,
  },
  {
    class: "crash",
    strength: "hint",
    has: "crash|panic|fatal|unexpectedly|terminated",
    match: /\bcrash(?:ed|es|ing)?\b|\bpanick?(?:ed)?\b|^fatal\b|(?:exited|terminated|closed|stopped) unexpectedly/i,
  },
  {
    class: "crash",
    restart: "persistent",
    strength: "fair",
    tools: ["codex", "claude-code", "claude", "opencode", "gemini-cli", "copilot-cli", "qwen-code"],
    has: "panicked at",
    match: /panicked at /i,
  },
  {
    class: "merge_conflict",
    strength: "weak",
    has: "<<<<<<<|conflict",
    match: /<<<<<<< |>>>>>>> |\bmerge conflict|\bconflicts? (?:in|with|detected)/i,
    unless: /depend|version|peer|package/i,
  },
  {
    class: "schema_mismatch",
    strength: "weak",
    has: "migration|schema|column|relation|no such table",
    match:
      /\bmigrations?\b.{0,60}(?:fail|conflict|pending|missing|error|inconsistent|not applied|applied before)|(?:no such|unknown|missing|undefined) (?:column|table|relation)|database schema/i,
  },
  {
    class: "dependency_install",
    strength: "weak",
    has: "install|dependenc|version|package",
    match:
      /(?:failed|unable|could not|cannot) (?:to )?(?:be )?(?:install|resolve|download|fetch)\w*.{0,40}(?:dependenc|package|module|version|requirement)|dependency conflict|incompatible version|could not find compatible/i,
  },
  {
    class: "import_error",
    strength: "weak",
    has: "import|module|go.sum",
    match:
      /missing go\.sum entry|\bmodule\b.{0,60}\b(?:not found|missing|cannot be found|could not be)|importerror|cannot import/i,
    subject: { near: /^go: (?<s>[\w./-]+)@|module ['"`](?<t>[^'"`]+)['"`]/ },
  },
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "weak",
    has: "execvp|executable|binary|no such file",
    match:
      /failed to execvp|^make: (?<s>[\w.-]+): no such file or directory$|(?:executable|binary|program)\b.{0,60}(?:not found|missing|no such file|does not exist)/i,
  },
  {
    class: "file_not_found",
    strength: "weak",
    has: "not found|no such file|does not exist",
    match:
      /(?:file|directory|folder|path)(?: or directory)? not found:? ['"]?(?<s>[\w./@-]+)?|["'](?<t>\/?[\w./@-]+\.\w+)["']:? not found|no such file|(?:file|directory|path) .{0,80}does not exist/i,
  },
  {
    class: "config_error",
    strength: "weak",
    has: "404|not_found|not found",
    match: /\bcode["']?: ?404\b|\bnot_found\b|requested entity was not found|model .{0,60}not found/i,
  },
  {
    class: "config_error",
    strength: "weak",
    has: "config|requires|env var|environment variable|p1012|option|validat|setting the|argument|usage:",
    match:
      /invalid .{0,40}config|config(?:uration)?\b.{0,40}(?:invalid|error|missing|not found|fail)|--[\w-]{1,40}\b.{0,60} requires |requires (?:setting|the) .{0,40}(?:env|variable|flag|option)|\b(?:env var|environment variable)\b.{0,40}(?:set|missing|required|must)|\bp1012\b|error validating|(?:missing|unknown|invalid|unrecognized) (?:required )?(?:option|argument|flag|parameter)|does not adhere to .{0,40}schema/i,
    unless: /RUST_BACKTRACE/,
  },
  { class: "syntax_error", strength: "weak", has: "syntax", match: /\bsyntax ?error\b|invalid syntax/i },
  {
    class: "type_error",
    strength: "hint",
    has: "typeerror|type error|is not assignable|not defined|undefined",
    match: /type ?error|not assignable|is not defined|is undefined|of undefined/i,
  },
  {
    class: "test_failure",
    strength: "weak",
    has: "test",
    match: /\btests? (?:suite )?fail|\bfail(?:ed|ing) tests?\b/i,
  },
  {
    class: "lint_failure",
    strength: "weak",
    has: "violation|offense|offence|problem",
    match: /\b[1-9]\d* (?:[a-z]+ )?(?:violations?|offen[cs]es?|problems?)\b/i,
    unless: /constraint/i,
  },
  {
    class: "lint_failure",
    strength: "weak",
    has: "): ",
    match: /^[×✖x⚠!] [a-z][\w-]*\((?<s>[a-z][\w/-]+)\): /,
  },
  {
    class: "config_error",
    strength: "fair",
    has: "config|.json|.yaml|.yml|.toml|.ini|.conf",
    match:
      /(?:failed|unable|could not|cannot|can['’]t|error)(?: to)? (?:pars|load|read|validat)\w* (?:the |your )?(?:[\w.-]+ ){0,3}?(?:config(?:uration)?(?: file)?\b|[\w./-]*\.(?:json|ya?ml|toml|ini|conf|config\.\w{2,3})\b)/i,
    unless: /response|session|rollout|history|lock ?file|api/i,
  },
  {
    class: "unknown",
    restart: "transient",
    strength: "fair",
    has: "port",
    match:
      /\bport \d{2,5} (?:cannot be opened|is (?:already )?(?:in use|taken|occupied|allocated|used))|\bport \d{2,5}\b.{0,20}already (?:in use|allocated)/i,
    subject: { near: /\bport (?<s>\d{2,5})\b/, as: "port *" },
  },
  {
    class: "lint_failure",
    strength: "hint",
    has: "lint|formatt",
    match: /\blint\b.{0,30}(?:fail|error|problem|warning)|formatting (?:issues|errors)/i,
  },
  {
    class: "git_state",
    strength: "hint",
    has: "git|worktree|branch|commit|rebase",
    match:
      /\bgit\b.{0,60}(?:fail|error|fatal|exit)|\bworktree\b|(?:branch|commit|rebase)\b.{0,40}(?:fail|exists|error|not|missing)/i,
  },
];
