/**
 * The last hints: what a program says it could not do, whatever program it is. Everything else wins over them. A verb
 * points to a class only where nearly all programs mean the same by it. Data only.
 */
import type { Rule } from "../../rule.ts";
import { host } from "../shapes.ts";

const cannot = "(?:could not|couldn(?:'|’)t|can(?:'|’)t|cannot|unable to|failed to|failed|error(?: while| when)?)";

function unable(verbs: string): RegExp {
  return new RegExp(`\\b${cannot} (?:be )?(?:${verbs})\\b`, "i");
}

export const VERB_HINT_RULES: readonly Rule[] = [
  {
    class: "auth",
    strength: "hint",
    has: "authenticat|authoriz|log in|login|sign in|token",
    match: unable(
      "authenticat\\w*|authoriz\\w*|log(?:ging)? ?in|sign(?:ing)? in|(?:refresh|validat|verify)\\w* (?:the |your )?(?:\\w+ )?token",
    ),
  },
  {
    class: "network",
    strength: "hint",
    has: "connect|reach|download|fetch|upload",
    match: unable("(?:re-?)?connect\\w*|reach\\w*|download\\w*|fetch\\w*|upload\\w*|contact\\w*"),
    subject: host,
  },
  {
    class: "dependency_install",
    strength: "hint",
    has: "install|dependenc",
    match: unable("install\\w*|resolv\\w* .{0,30}dependenc\\w*"),
  },
  {
    class: "session_corrupt",
    strength: "hint",
    has: "session|conversation|history",
    match: unable("(?:resum|restor|load|read|sav)\\w* (?:the |your |previous )*(?:session|conversation|history)"),
  },
  {
    class: "type_error",
    strength: "hint",
    has: "compil",
    match: /\bfailed to compile|compilation (?:failed|error)|compile error|could not compile/i,
    subject: { near: /^(?:\.\/)?(?<s>[\w./@-]+\.\w{1,6})(?::\d|$)/, ahead: 3 },
  },
  {
    class: "syntax_error",
    strength: "hint",
    has: "parse",
    match: /\bparse error\b|\bparse failure\b|(?:error|failed) (?:parsing|to parse)\b/i,
    subject: { near: /(?<![\w./@-])(?<s>dockerfile\b|[\w./@-]{1,200}\.\w{1,6}):?\d*/i },
  },
  {
    class: "file_not_found",
    strength: "hint",
    has: "not found|not exist|find|locate|missing",
    match: [
      /(?<![\w./@:-])(?=[\w@-]{0,200}[./:])(?<s>[\w./@:-]{1,200}\w)['"`]?:? (?:was |is |could )?not (?:be )?found\b/i,
      new RegExp(
        `\\b${cannot} (?:find|locate|open|read|find or access|access) (?:the |any |an? )?(?:file |directory |folder |image )?['"\`](?<s>[^'"\`]{1,200})`,
        "i",
      ),
      /\bnot (?:be )?found\b|\bdoes not exist\b|\bno such\b/i,
    ],
  },
  {
    class: "config_error",
    strength: "hint",
    has: "missing|invalid|unsupported|unrecognized|unknown|not supported|not valid|bad request|400|model",
    match:
      /(?:invalid|unsupported|unrecogni[sz]ed|unknown|missing) (?:\w+ ){0,2}(?:config\w*|settings?|options?|fields?|propert\w+|keys?|parameters?|arguments?|instructions?|flags?|versions?|providers?|models?)\b|missing (?:\w+ ){0,2}(?:keys?|secrets?|variables?)\b|\bnot (?:supported|valid)\b|\b400 bad request\b|(?:status(?: code)?|error):? 400\b|\bmodel\b.{0,60}\b(?:not (?:available|allowed|enabled)|disabled)\b/i,
    unless: /json|syntax|token|\b(?:range|value|type|key|index)error\b/i,
  },
];
