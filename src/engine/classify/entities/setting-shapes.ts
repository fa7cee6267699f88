/** How outputs name what a person has set up: models, accounts, variables, ports, branches, settings, sessions. Data only. */
import { QUOTED, type Shape } from "./shape.ts";

export const SETTING_SHAPES: readonly Shape[] = [
  {
    kind: "account",
    has: "for user|credentials for",
    find: /(?:authentication failed|access denied|credentials)\b[^\n]{0,40}? for (?:user )?["'`](?<s>[\w-]+)["'`]/gi,
    weight: 3,
  },
  {
    kind: "variable",
    has: "environment variable",
    find: /environment variables?[^\n]{0,40}: (?<s>[A-Z][A-Z0-9]*_[A-Z0-9_]+)/g,
    weight: 3,
  },
  {
    kind: "setting",
    has: "parameter|argument named|instruction|invalid type|task|plugin with id",
    find: /(?:unsupported parameter|unknown instruction|unknown option):? ["'`]?(?<s>[\w.-]+)|argument named ["'](?<t>[\w.-]+)|^(?<u>[\w-]+(?:\.[\w-]+)+) contains an invalid|plugin with id ['"](?<v>[\w.-]+)|for task (?<w>[\w:-]+)/gi,
    weight: 3,
  },
  {
    kind: "tool",
    has: "tool",
    find: /tool (?:not found|that does not exist): ["'`]?(?<s>\w+)|in the input of (?<t>\w+)/gi,
    weight: 3,
  },
  // Models, accounts, variables, ports, settings.
  {
    kind: "model",
    has: "gpt|claude|gemini|llama|mistral|mixtral|deepseek|qwen|grok|kimi|glm|o1|o3|o4",
    find: /\b(?<s>(?:gpt|claude|gemini|o[1-9]|llama|mistral|mixtral|deepseek|qwen|grok|kimi|glm)-(?!code|cli|agent|api|sdk)[\w.:-]*\d[\w.:-]*\w|o[1-9]-\w+|gemini-(?!api|cli|code)[a-z]+)\b/gi,
    weight: 1,
  },
  {
    kind: "model",
    has: "model",
    find: /\bmodel(?:ID| name| id)?["']?\s*[:=]?\s*["'`](?<s>[\w./:-]{3,80})["'`]|\bmodelID=(?<t>[\w./:-]+)|base model: (?<u>[\w.-]+\w)|for model (?<v>[\w./:-]+\w)/gi,
    weight: 2,
  },
  {
    kind: "account",
    has: "org-|team=|user=|project",
    find: /\b(?<s>org-(?!x+\b|\*)[A-Za-z0-9]{6,})|(?:team|user|key|project)[=:] ?(?<t>[\w-]{3,60})/gi,
    weight: 2,
  },
  {
    kind: "variable",
    has: "env|variable|unbound|set|keyerror|key not found|export|required",
    find: /(?:env(?:ironment)? ?(?:variables?)?|variables?)(?: not found)?:? ?["'`]?(?<s>[A-Z][A-Z0-9]*_[A-Z0-9_]+)|(?<![\w$])(?<t>[A-Z][A-Z0-9]*_[A-Z0-9_]+)["'`]?:? (?:environment variable|env var|unbound variable|parameter not set|must be set|is (?:not set|missing|required|undefined|unset)|not set)|KeyError: ["'](?<u>[A-Z][A-Z0-9]*_[A-Z0-9_]+)|key not found: "(?<v>[A-Z][A-Z0-9_]+)"|(?:set|export|missing|provide|requires?)(?: the| your| a)? ["'`$]*(?<w>[A-Z][A-Z0-9]*_[A-Z0-9_]+)/g,
    weight: 3,
  },
  {
    kind: "port",
    has: "eaddrinuse|in use|already allocated|bind",
    find: /(?:EADDRINUSE|address (?:is )?already in use|in use|allocated|bind|port)[^\n]{0,60}?[:\s(](?<s>\d{2,5})\b(?![.\d]|: )/gi,
    weight: 3,
  },
  {
    kind: "port",
    has: "port",
    find: /\bport (?<s>\d{2,5})\b[^\n]{0,40}(?:in use|taken|occupied|allocated)/gi,
    weight: 3,
  },
  {
    kind: "port",
    has: "in use|eaddrinuse|bind|listen",
    find: /(?::|port )(?<s>\d{2,5})\b(?![.:]\d|:in )[^\n]{0,40}(?:already in use|EADDRINUSE|in use)/gi,
    weight: 3,
  },
  {
    kind: "variable",
    has: "environment variable|env var|.env",
    find: /(?<![\w$])(?<s>[A-Z][A-Z0-9]*_[A-Z0-9_]+)(?![\w$])/g,
    weight: 2.5,
  },
  { kind: "port", has: "port", find: /^\W*port(?: number)?[:=] ?(?<s>\d{2,5})$/gi, weight: 2 },
  {
    kind: "branch",
    has: "branch|worktree|checked out|ref|pathspec",
    find: /(?:branch(?: named)?|ref|reference:?|pathspec) ['"`](?:refs\/heads\/)?(?<s>[^'"`\n]+)['"`]|['"`](?<t>[^'"`\n]+)['"`] is already (?:used by worktree|checked out)|invalid reference: (?<u>\S+)/gi,
    weight: 3,
  },
  {
    kind: "setting",
    has: "in `|key|option|field|property|setting|parameter|argument|config",
    find: new RegExp(
      `^in \`(?<t>[\\w.-]+)\`$|(?:unknown|invalid|unrecognized|unsupported|unexpected|missing)(?: \\w+){0,2} (?:key|option|field|property|setting|parameter|argument|flag|value for)s?:? ${QUOTED}`,
      "gi",
    ),
    weight: 3,
  },
  {
    kind: "tool",
    has: "tool|tried to use|arguments for|repeated|read|permission to use|requested permissions",
    find: /(?:tried to use|arguments for|for (?:tool|function)|tool(?: call| name)?:?|repeated a failing|since your last|permission to use) ["'`]?(?<s>[A-Za-z]\w*(?:_\w+|[a-z][A-Z]\w*)|Read|Write|Edit|Bash|Grep|Glob)\b/g,
    weight: 3,
  },
  { kind: "tool", has: "✔|✗|✕|│", find: /^[│|]?\s*[✔✗✕x]\s+(?<s>[A-Z][a-z]+[A-Z]\w+)\b/g, weight: 2 },
  {
    kind: "program",
    has: "landlock|bwrap|seatbelt|sandbox-exec|seccomp",
    find: /\b(?<s>landlock|bwrap|seatbelt|sandbox-exec|seccomp)\b/gi,
    weight: 3,
  },
  {
    kind: "session",
    has: "session|thread|conversation|call id|rollout",
    find: /(?:session|thread|conversation|call)(?: id)?:? ["']?(?<s>[0-9a-f]{8}-[0-9a-f-]{20,}|call_\w{8,}|ses_\w{8,})/gi,
    weight: 2,
  },
];
