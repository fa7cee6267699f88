/**
 * Rules for outputs that no tool's own sentence gives away: single words, each pointing to a class. Everything else
 * wins over them; they only keep a plain complaint from being called unknown. Data only.
 */
import type { Rule } from "../../rule.ts";
import { host } from "../shapes.ts";
import { VERB_HINT_RULES } from "./verbs.ts";
import { WORK_HINT_RULES } from "./work.ts";

export const HINT_RULES: readonly Rule[] = [
  {
    class: "auth",
    strength: "weak",
    has: "unauthori|forbidden|authenticat|logged|login|credential|sign in|subscription access|not authorized|permission_error",
    match:
      /\bunauthori[sz]ed\b|\bforbidden\b|\b(?:no|not|failed|failure|error|invalid|missing|requires?|required|expired)\b.{0,40}\b(?:authenticat\w+|credentials?|logged in|log ?in|sign in)\b|authenticat\w+.{0,40}\b(?:failed|error|required|invalid|missing|expired|not)\b|disabled .{0,40}subscription access|not authori[sz]ed/i,
  },
  {
    class: "billing",
    strength: "weak",
    has: "402|billing|credit|allowance|upgrad|subscription|payment",
    match:
      /\b402\b|\bbilling\b|out of credits?|(?:no|exceeded|add|more|buy|purchase|insufficient|remaining) (?:\w+ ){0,4}(?:credits?|allowance)|payment|no (?:active )?subscription/i,
  },
  {
    class: "budget",
    strength: "fair",
    has: "budget",
    match:
      /budget.{0,60}(?:exhaust|exceed|reach|full|limit|over)|(?:exhaust|exceed|reach|max(?:imum)?|over|crossed)\w*.{0,40}budget/i,
  },
  {
    class: "rate_limit",
    strength: "weak",
    has: "quota|rate limit|rate-limit|usage limit|limit reached|throttl|too many requests",
    match: /\bquota\b|rate[- ]limit|usage limit|limit (?:was )?reached|throttl|too many requests/i,
    unless: /disk|budget|iteration|turn|depth|size|memory/i,
  },
  {
    class: "overloaded",
    strength: "weak",
    has: "overload|internalservererror|internal server error|server error|unavailable|capacity",
    match:
      /overload|internal ?server ?error|\bserver error\b|(?:model|service|server|api|provider)\b.{0,30}unavailable|at capacity/i,
  },
  {
    class: "network",
    strength: "weak",
    has: "apiconnection|connection to|was refused|server misbehaving|dial tcp|failed to do request|could not reach|can't reach|unreachable|network",
    match:
      /apiconnection|connection to .{1,80}(?:was )?(?:refused|failed|lost|closed)|server misbehaving|dial tcp|failed to do request|(?:could not|can(?:'|’)t|cannot) reach|unreachable|network (?:issue|problem|failure|down|error)/i,
    unless: /unreachable=\d/,
    subject: host,
  },
  {
    class: "timeout",
    strength: "weak",
    has: "timeout|timed out|time out|deadline",
    match: /\btime[d]?[- ]?out\b|readtimeout|deadline/i,
    unless: /--timeout|timeout[=:] ?\d|timeout of \d/i,
  },
  {
    class: "context_overflow",
    strength: "weak",
    has: "context|token",
    match: /context (?:window|length|limit|size)|token limit|too many tokens|exhausted context/i,
  },
  {
    class: "session_corrupt",
    strength: "weak",
    has: "session|conversation|concurrency|messages|thread|resume",
    match:
      /tool use concurrency|\bmessages(?:\.\d+|:).{0,120}(?:must|cannot|without|invalid|exceed|expected|at least)|content blocks? must be|(?:session|conversation|thread|transcript)\b.{0,40}(?:not found|corrupt|invalid|missing|expired|could not|failed)|(?:failed|unable|could not|cannot)\b.{0,20}\b(?:resume|restore|load)\b.{0,30}(?:session|conversation|state|thread)/i,
  },
  {
    class: "malformed_output",
    restart: "transient",
    strength: "weak",
    has: "unparsable|unparseable|assistant messages|line format|api response|empty|stream|without|incomplete|truncated",
    match:
      /unpars[e]?able|did not provide any assistant messages|unexpected line format|(?:invalid|unexpected|empty|incomplete|truncated) (?:api |model |llm )?(?:response|completion|answer|reply|stream)\b|stream decode error|\b(?:model|api|llm|assistant|agent)\b.{0,30}\b(?:stream|response|completion|answer|reply)\b.{0,20}\b(?:invalid|empty|truncated|malformed|cut off)\b|\bwithout (?:any )?(?:valid )?(?:content|finish reason)\b/i,
  },
  {
    class: "malformed_output",
    strength: "weak",
    has: "reflections|parse|malformed|invalid json|edit format|tool call",
    match:
      /reflections allowed|(?:could not|failed to|cannot|unable to) (?:be )?pars|malformed|invalid (?:json|tool|function) ?(?:call|arguments)?|error parsing/i,
    unless: /lock ?file|config|toml|yaml/i,
  },
  {
    class: "spinning",
    strength: "weak",
    has: "loop|repeated|identical",
    match:
      /\b(?:tool|agent|infinite|endless|like a|in a) loop\b|repeated_\w+|repeated (?:a |the )?(?:same |failing |identical )?(?<s>[A-Z]\w+)? ?call|times with identical|identical arguments/,
  },
  {
    class: "max_turns",
    strength: "weak",
    has: "iteration|max turns|turn limit|steps|loops|max_turns|maxturns|actions",
    match:
      /(?:max(?:imum)?|limit)\w* (?:\w+ )*?(?:iterations?|turns?|steps?|loops|actions)|(?:iterations?|turns?|steps?) (?:limit|exceeded|reached)|\bmax_?(?:steps|turns|iterations|loops)\w*/i,
  },
  {
    class: "refusal_or_blocked",
    strength: "weak",
    has: "policy|safety|moderat|contentpolicy|filtered|harm",
    match:
      /contentpolicyviolation|(?:usage|content|safety|acceptable use) polic|content filter|\bfiltered\b|moderation|safety/i,
  },
  ...WORK_HINT_RULES,
  ...VERB_HINT_RULES,
];
