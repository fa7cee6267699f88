/**
 * Diagnostics of compilers and parsers that no rule knows by name: a place in a file with a message, or the words in which
 * parsers of any language say that they lost their way. Data only.
 */
import type { Rule } from "../rule.ts";

/** `a/b.ext:12:3:`, `b.ext(12,3):`, `b.ext:12.3-7:`, `line 12, column 3`. */
const PLACE =
  "(?:[\\w@.\\\\/+-]{1,200}\\.\\w{1,10}(?::\\d+(?:[:.]\\d+(?:-[\\d.]+)?)?|\\(\\d+(?:[,:]\\d+)?\\))|\\bline \\d+)";

/** What parsers say, whatever they parse. */
const LOST = [
  "syntax ?error|parse(?:r)? ?error|parsing (?:error|failed)|error parsing|read-syntax|reader ?(?:error|exception)",
  "unexpected (?:token|symbol|character|end|eof|identifier|string|indent\\w*|keyword|closing|newline|input|operator|numeric|word|<|'.{1,20}'|\".{1,20}\"|`.{1,20}`)",
  "unterminated|unclosed|unbalanced|unmatched|premature(?:ly)? end|malformed (?:expression|syntax)|invalid syntax|illegal (?:start of|character|token)",
  "mismatched (?:tag|brace|paren\\w*|bracket|input|delimiter)|tag mismatch|(?:end[- ]of[- ]file|eof|end of input)\\b.{0,30}\\b(?:while|in|on|reached|encountered|before|when|during|reading)",
  "missing (?:closing|terminating|semicolon|end|right|left|close|open|operator|['\"`][)\\]};,])|expected (?:an? )?(?:to close|closing|['\"`][)\\]};,=]|end of|expression|identifier|declaration|statement)",
  "expecting (?:an? )?['\"`\\w]|(?:did not|could not|cannot|can't) (?:parse|be parsed)\\b",
].join("|");

const NO_CODE =
  /json|sql|toml|date|url|version|number|argument|config|template literal type|api|response|stream (?:ended|closed|disconnected)|event stream|model/i;

export const DIAGNOSTIC_RULES: readonly Rule[] = [
  {
    class: "syntax_error",
    strength: "fair",
    inTests: true,
    match: new RegExp(`^\\W{0,3}(?:[a-z]{1,12}:? ){0,3}${PLACE}.{0,80}?(?:${LOST})`, "i"),
    unless: NO_CODE,
    has: "syntax|pars|unexpected|untermin|unclosed|unbalanced|unmatched|premature|malformed|illegal|mismatch|end of|eof|missing|expected|expecting|read",
  },
  {
    class: "syntax_error",
    strength: "weak",
    match: new RegExp(`\\b(?:${LOST})`, "i"),
    unless: NO_CODE,
    has: "syntax|pars|unexpected|untermin|unclosed|unbalanced|unmatched|premature|malformed|illegal|mismatch|end of|eof|missing|expected|expecting|read",
  },
  {
    class: "type_error",
    strength: "hint",
    has: "error",
    match: new RegExp(`^${PLACE}:? ?-? ?(?:fatal )?error\\b`, "i"),
  },
];
