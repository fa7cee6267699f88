/** Rules for tests that failed, in the words of runners besides those of tests.ts. Data only. */
import type { Rule } from "../../rule.ts";

export const MORE_TEST_RULES: readonly Rule[] = [
  {
    class: "test_failure",
    strength: "certain",
    has: "tests did not pass|failed test '",
    match: /some tests did not pass: \d+ passed, [1-9]|^#? *failed test '(?<s>[^']{1,200})'/i,
  },
  // As a report for machines is told.
  {
    class: "test_failure",
    strength: "certain",
    onQuoted: true,
    has: "failed report::",
    match: /^FAILED report::(?<s>.{1,200})$/,
  },
  {
    // Only which script it was: what the runner itself printed tells more.
    class: "test_failure",
    strength: "fair",
    has: "script",
    match: /lifecycle script [`'"]test[\w:-]{0,40}[`'"] failed|failed at the \S+ test script/i,
  },
  {
    class: "test_failure",
    strength: "strong",
    has: "fixture '",
    match: /^e +fixture '\w+' not found/i,
    subject: { near: /ERROR at (?:setup|teardown) of (?<s>[\w.[\]-]+)/, back: 12 },
  },
  {
    // Mocha tells the suites first; the line that ends with a colon is the test.
    class: "test_failure",
    strength: "strong",
    tools: ["mocha", "cypress"],
    has: "failing",
    match: /^[1-9]\d* failing\b/,
    subject: {
      near: /^(?!\d+\) |\w*error\b)(?<s>\S.{0,200}):$/i,
      ahead: 6,
      else: { near: /^\d+\) (?<s>\S.{0,200}?):?$/, ahead: 6 },
    },
  },
  {
    class: "test_failure",
    strength: "strong",
    has: "failure:|error:",
    match: /^(?:failure|error):$/i,
    subject: { near: /^(?<s>\w+(?:::\w+)*#\w+)/, ahead: 2 },
    tools: ["minitest", "rails", "ruby", "rake"],
  },
  {
    class: "test_failure",
    strength: "certain",
    has: "failures!|assertions:",
    match: /^failures!$|^tests: \d+, assertions: \d+, .{0,40}failures: [1-9]/i,
    subject: { near: /^\d+\) (?<s>[\w\\]+::\w+)/, back: 40 },
  },
  {
    class: "test_failure",
    strength: "certain",
    has: "(fail) ",
    match: /^\(fail\) (?:.{0,200} > )?(?<s>[^>]{1,200}?)(?: \[[\d.]+ ?m?s\])?$/,
  },
  {
    class: "test_failure",
    strength: "certain",
    onQuoted: true,
    has: "fail [",
    match: /^FAIL \[ *[\d.]+s\] (?:\([^)]{1,20}\) )?\S+ (?<s>\S+)$/,
  },
];
