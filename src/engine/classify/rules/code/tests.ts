/** Rules for tests that failed, and for what Reeve itself says about gates and commitments. Data only. */
import type { Rule } from "../../rule.ts";

const jestName = /^● (?:.{0,300} › )?(?<s>\S.{0,300})$/;

export const TEST_RULES: readonly Rule[] = [
  {
    // The runner itself fell; no test was asked.
    class: "crash",
    restart: "persistent",
    strength: "strong",
    inTests: true,
    has: "internalerror>",
    match: /^INTERNALERROR> /,
  },
  {
    class: "test_failure",
    strength: "strong",
    has: "failed|test timeout",
    match: /^\d+ failed$|^test timeout of \d+ms exceeded/i,
    subject: { near: /^\[\w+\] › \S+ › (?<s>\S.{0,200})$/, ahead: 3, back: 6 },
  },
  {
    class: "test_failure",
    strength: "fair",
    has: "failed",
    match: /^test (?:suites?|files)(?::|\s)\s+(?:\d+ \w+[,|]? ?){0,4}\d+ failed/i,
  },
  {
    class: "test_failure",
    strength: "strong",
    tools: ["jest"],
    has: "●",
    match: /^● (?<s>\S.{0,300})$/,
    unless: /test suite failed to run|console\.|validation (?:error|warning)|deprecat|cannot find/i,
  },
  {
    class: "test_failure",
    strength: "strong",
    has: "failures:",
    match: /^failures:$/,
    subject: { near: /^(?<s>\w+(?:::\w+)+)$/, ahead: 4 },
  },
  { class: "test_failure", strength: "certain", onQuoted: true, has: "--- fail:", match: /^--- FAIL: (?<s>\w+)/ },
  {
    class: "test_failure",
    strength: "strong",
    onQuoted: true,
    has: "fail",
    match: /^FAIL\t?\s*(?<x>[\w./-]+)?(?:\s+[\d.]+s)?$|^FAIL\s+\S+\.(?:test|spec)\.\w+/,
    subject: { near: /^(?:●|×|✕|FAIL) (?:.{0,200} [›>] )?(?<s>[^›>]{1,300})$/, ahead: 12, back: 12 },
  },
  {
    class: "test_failure",
    strength: "certain",
    has: "test result: failed|failures:",
    match: /^test result: FAILED/,
    subject: {
      near: /^test (?<s>[\w:]+)(?: - should panic)? \.\.\. FAILED|^---- (?<t>[\w:]+) stdout ----|^(?<u>\w+(?:::\w+)+)$/,
      back: 60,
      ahead: 5,
    },
  },
  {
    class: "test_failure",
    strength: "certain",
    onQuoted: true,
    has: "... failed|stdout ----",
    match: /^test (?<s>[\w:]+)(?: - should panic)? \.\.\. FAILED|^---- (?<t>[\w:]+) stdout ----/,
  },
  {
    class: "test_failure",
    strength: "certain",
    onQuoted: true,
    has: "failed",
    match: /^FAILED (?<s>[\w./-]+\.py(?:::[\w[\]-]+)+)|^=+ .{0,60}\b\d+ failed\b|^FAILED \((?:failures|errors)=\d/,
    unless: /\d+ errors? in/,
    subject: { near: /^(?:FAIL|ERROR): (?<s>\w+) \(/, back: 60 },
  },
  {
    class: "test_failure",
    strength: "certain",
    has: "failed",
    match: /^tests?(?::|\s)\s+(?:\d+ \w+[,|]? ?){0,4}\d+ failed/i,
    subject: { near: jestName, back: 80, ahead: 0 },
  },
  {
    class: "test_failure",
    strength: "strong",
    onQuoted: true,
    has: "●",
    match: /^● .{0,300} › \S/,
    unless: /test suite failed to run|console\.|validation (?:error|warning)|deprecat/i,
    subject: { near: jestName, back: 0, ahead: 0 },
  },
  {
    class: "test_failure",
    strength: "strong",
    onQuoted: true,
    has: "✕|✗|×|✖|not ok",
    unless: /^\S .{0,60}\b(?:error|failed)\b: ?./i,
    match:
      /^(?:✕|✗|×) (?:.{1,200} > )?(?<s>\S[^>]{0,200}?) \(?\d+ ?m?s\)?$|^[✕✗×] .{1,200} > (?<v>[^>]{1,200})$|^not ok \d+ -? ?(?<t>\S.{0,200}?)(?: # time.{0,20})?$|^✖ (?<u>\S.{0,200}?) \([\d.]+ms\)$/,
  },
  {
    class: "test_failure",
    strength: "strong",
    has: "assert|expect(",
    match:
      /^(?:e +)?(?:uncaught )?assertionerror\b|assertion [`'"(]?.{0,60}failed|^e +assert |^error: expect\(|assert\w* failed/i,
    subject: { near: /^thread '(?<s>(?!main'|tokio)[\w:]+)'.{0,20}panicked/, back: 4 },
  },
  {
    class: "test_failure",
    strength: "strong",
    has: "fail",
    match:
      /^\d+ (?:failing|failures?)\b|^\d+ (?:examples?|tests?|runs?|specs?), .{0,60}[1-9]\d* (?:failures?|failed)|tests? run: \d+, failures: [1-9]|^failures?: [1-9]|there (?:was|were) \d+ failures?|\[error\] there are test failures|\d+ tests? completed, \d+ failed|# fail [1-9]|failed tests?:/i,
    subject: {
      near: /^rspec (?<s>\S+?)(?::\d+)?(?: #|$)/,
      ahead: 60,
      else: { near: /^\d+\) (?<s>\S.{0,200})$/, back: 40, ahead: 40 },
    },
  },
  {
    class: "test_failure",
    strength: "fair",
    has: "tests failed|test failed|failing tests",
    match: /\b\d* ?tests? (?:have )?failed\b|failing tests/i,
  },
  {
    class: "test_failure",
    strength: "strong",
    inTests: true,
    has: "timed out in|exceeded timeout of",
    match: /test timed out in \d+ms|exceeded timeout of \d+ ?ms/i,
  },

  {
    class: "commitment_failure",
    strength: "certain",
    has: "commitment",
    match: /^commitment (?:not met|failed|unmet):? ?["'`]?(?<s>[^"'`\n]{1,120})?|^unmet commitments?:/i,
  },
  {
    class: "gate_failure",
    strength: "certain",
    has: "gate",
    match: /^gate ["'`]?(?<s>[\w.-]+)["'`]? (?:failed|did not pass|was not passed)/i,
  },
];
