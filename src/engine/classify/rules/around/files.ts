/** Rules for files and programs that are not there or not allowed, and commands that took too long. Data only. */
import type { Rule } from "../../rule.ts";

export const FILE_RULES: readonly Rule[] = [
  {
    class: "permission",
    strength: "strong",
    has: "writable|writeable|accessdeniedexception|write permission|write access",
    match: [
      /(?:(?<s>[\w.~@+-]*[/\\][\w./\\~@+-]*)['"`]?|(?:directory|folder|file|path|destination)\b.{0,80}?) (?:is )?not writ(?:e)?able/i,
      /AccessDeniedException[:( ]+['"]?(?<t>[/\\][\w./\\~@+-]+)/,
      /(?:don['’]t|do not|no) (?:have )?write (?:permissions?|access) (?:for|to|on) (?:the )?['"`]?(?<u>[\w./\\~@+-]*[/\\][\w./\\~@+-]+)?/i,
    ],
  },
  {
    // The shell's word for a program that is not there.
    class: "file_not_found",
    restart: "terminal",
    strength: "strong",
    has: "127",
    match: /(?:exit(?:ed)?(?: with)?|status|code)\b[ :(]{1,3}(?:code |status )?127\b/i,
  },
  {
    class: "timeout",
    restart: "persistent",
    strength: "strong",
    tools: ["jest", "vitest", "pytest", "mocha", "go", "cargo", "rspec", "playwright"],
    has: "timed out|timeout",
    match: /timed out|\btimeout\b/i,
    unless: /connection|network|read timed out|etimedout|using timeout|timeout of \d/i,
  },
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "strong",
    has: "not installed",
    match: /\b(?<s>[\w.-]+)(?: code)?(?: native)? (?:binary|cli|executable|command)? ?(?:is )?not installed\b/i,
    unless: /package|module|stubs|plugin|dependenc|gem\b/i,
  },
  {
    class: "permission",
    strength: "strong",
    has: "sudo: ",
    match: /^sudo: .{0,60}(?:password|required|not allowed|not in the sudoers)/i,
  },
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "certain",
    has: "linker|failed to find tool|not installed?",
    match:
      /linker [`'"](?<s>[^`'"]+)[`'"] not found|could not exec the linker [`'"](?<t>[^`'"]+)|failed to find tool[^`'"]{0,20}[`'"](?<u>[^`'"]+)|\bis [`'"](?<v>[\w.+-]+)[`'"] (?:not )?installed\?/i,
  },
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "certain",
    inTests: true,
    has: "executable doesn't exist|executable doesn’t exist|executable does not exist",
    match: /executable (?:doesn(?:'|’)t|does not) exist(?: at:? (?<s>\S+))?/i,
  },
  {
    class: "file_not_found",
    strength: "certain",
    has: "found in",
    match: /\bno (?<s>[\w.-]+\.(?:json|toml|ya?ml|lock|txt|mod|xml)) (?:was )?found in\b/i,
  },
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "certain",
    has: "execvp|make: ",
    match: /failed to execvp (?<s>\S+)|^make(?:\[\d+\])?: (?<t>[\w.-]+): no such file or directory$/i,
  },
  {
    class: "file_not_found",
    strength: "strong",
    has: "file or directory not found|cache key",
    match: /file or directory not found: (?<s>\S+)|cache key.{0,40}["'](?<t>[^"']+)["']: not found/i,
  },
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "certain",
    has: "executable not found|binary not found|not found in path|native binary",
    match:
      /\b(?<s>claude|codex|gemini|opencode|copilot|qwen|amp|cursor-agent|aider)\b(?: code| cli)* (?:native )?(?:executable|binary|cli|command)? ?(?:was )?not found/i,
  },
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "certain",
    has: "posix_spawn",
    match: /enoent.{0,60}posix_spawn|posix_spawn.{0,60}enoent/i,
    subject: { near: /posix_spawn ['"]?(?<s>[^\s'"]+)|^['"](?<t>\/[^'"]+)['"]/, ahead: 1 },
  },
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "strong",
    has: "command not found|not recognized as an internal|not found|is not recognized",
    match:
      /(?:^|: )(?:line \d+: )?(?<s>[\w./@+-]{1,80}): (?:command )?not found$|command not found:? ?(?<t>[\w./@+-]+)?|'(?<u>[^']{1,80})' is not recognized as|^(?<x>\S{1,80}) is not recognized as|the term '(?<v>[\w.-]+)' is not recognized|executable file not found in \$?path|(?:executable|binary|program|cli|command) (?:[`'"]?(?<w>[\w./-]+)[`'"]? )?(?:was |is |could )?not (?:be )?found/i,
    unless: /error TS|repository|\b404\b|module not found|package .{0,40} not found|page not found|symbol not found/i,
  },
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "certain",
    has: "spawn|executable|exec:|posix_spawn|native binary",
    match:
      /spawn(?:sync)? (?<s>[^\s'"]+) enoent|exec: "?(?<t>[\w./-]+)"?: (?:executable file )?not found|posix_spawn.{0,20}'(?<u>[^']+)'|(?:code executable|native binary|executable) not found(?: at)? ?(?<v>\S+)?/i,
  },
  {
    class: "file_not_found",
    restart: "terminal",
    strength: "strong",
    has: "env: |bad interpreter|no such file or directory: ",
    match: /env: ['‘’"]?(?<s>[\w.-]+)['‘’"]?: no such file|bad interpreter: (?<t>\S+?):? no such file/i,
  },
  {
    class: "file_not_found",
    strength: "strong",
    has: "enoent",
    match: /enoent: no such file or directory,? (?:\w+ )?['"]?(?<s>[^'"]+[^'".\s])['"]?|\benoent\b/i,
    unless: /spawn|\bnpm (?:err!|error) (?:code|syscall|errno|enoent)/i,
  },
  {
    class: "file_not_found",
    strength: "fair",
    has: "isadirectoryerror|notadirectoryerror|eisdir|enotdir",
    match:
      /(?:isa|nota)directoryerror:.{0,60}?['"](?<s>[^'"]+)|\be(?:is|not)dir\b(?:: [^,]{0,60},(?: \w+)?(?: ['"](?<t>[^'"]+))?)?/i,
  },
  {
    class: "file_not_found",
    strength: "strong",
    has: "filenotfounderror|filenotfoundexception|nosuchfileexception",
    match:
      /filenotfounderror:.{0,80}?['"](?<s>[^'"]+)['"]|(?:filenotfound|nosuchfile)(?:error|exception):? ?(?<t>[^\s(]+)?/i,
  },
  {
    class: "file_not_found",
    strength: "fair",
    has: "no such file or directory|cannot find the file|cannot find the path|file not found|does not exist|cannot open|can't open file|could not find file|file does not exist|cannot access|could not read",
    match:
      /(?:open|stat|lstat|read|chdir|cannot open|cannot access|can't open file|cat|ls|cp|mv|rm|cd|cannot stat|fatal error|could not (?:open|read|find)(?: file)?|can't (?:cd to|read)|reading)\b:? ?['"‘`]?(?<s>[^\s'"’`:]+(?:\.\w+|\/[^\s'"’`:]*)|(?:docker|make|gem|proc|rake)file)['"’`]?:? ?(?:no such file|\(os error 2\)|cannot find the)|(?<![\w./\\@+-])(?=[\w\\@+-]{0,200}[./])(?<t>[\w./\\@+-]{2,300}):? ?no such file or directory|no such file or directory(?::? ['"`]?(?<u>[^\s'"`]+))?|(?:file|path|directory|folder)(?: not found)?:? ['"`]?(?<v>[\w./\\@+-]+)['"`]? (?:does not exist|not found|could not be found|was not found)|file not found:? ['"`]?(?<w>[\w./\\@+-]+)|file does not exist|cannot find the (?:file|path)/i,
  },
  {
    class: "permission",
    strength: "strong",
    inTests: true,
    has: "eacces|eperm|permission denied|operation not permitted|access is denied|access denied|erofs|read-only file system|permissionerror|insufficient permission",
    match:
      /(?:eacces|eperm|erofs)[:,] (?:[^,]{0,60}, )?(?:\w+ )?['"](?<s>[^'"]+)['"]|permissionerror:.{0,60}?['"](?<t>[^'"]+)['"]|(?<![\w./~@-])(?=[\w~@-]{0,200}[./])(?<u>[\w./~@-]{2,300})['"’]?:? permission denied|(?:open|mkdir|create|write|cannot \w+(?: directory)?|unlink|access) ['"‘`]?(?<v>[^\s'"’`:]+)['"’`]?: permission denied|permission denied for (?:table|relation|schema|database|sequence) "?(?<w>\w+)|spawn (?<x>\S+) e(?:acces|perm)\b|permission denied|operation not permitted|access (?:is )?denied|read-only file system|\be(?:acces|perm|rofs)\b/i,
    unless:
      /publickey|for user|permission denied to \w+\/|using password|\b403\b|pull access denied|requested access to the resource/i,
  },
  {
    class: "permission",
    strength: "certain",
    inTests: true,
    has: "permissionerror: [errno|eacces: permission denied",
    match:
      /^(?:e +)?permissionerror: \[errno \d+\].{0,60}?['"](?<s>[^'"]+)['"]|eacces: permission denied, \w+ ['"](?<t>[^'"]+)['"]/i,
  },
  {
    class: "permission",
    strength: "strong",
    has: "docker",
    match: /permission denied while trying to connect to the docker daemon/i,
    subject: { near: /unix:\/\/(?<s>\/[\w./-]*\w)/, else: { is: "/var/run/docker.sock" } },
  },
  {
    class: "timeout",
    strength: "fair",
    has: "timed out|timeout|time limit",
    match:
      /(?:command|operation|process|task|job|script|step|build|execution|wait(?:ing)?)\b.{0,40}(?:timed out|time-?out|time limit)|timeoutexpired|timeouterror|^timeout\b|timed out after/i,
  },
  {
    class: "timeout",
    restart: "persistent",
    strength: "certain",
    inTests: true,
    has: "test timed out after",
    match: /panic: test timed out after/i,
    subject: { near: /^\s*(?<s>Test\w+)(?:\/\S+)? \(\d/, ahead: 6 },
  },
];
