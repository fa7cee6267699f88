/** Results as JUnit XML: a suite per checkpoint, a case per check; what warns is told in its output. Pure. */
import type { CheckpointResult, CheckResult } from "./result.ts";

export function junitText(results: readonly CheckpointResult[]): string {
  const all = results.flatMap(({ checks }) => checks);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="reeve checkpoint"${counts(all)}>`,
    ...results.flatMap((result) => [
      `  <testsuite name="${xml(`${result.checkpoint} ${result.title}`)}" timestamp="${xml(result.at)}"${counts(result.checks)}>`,
      `    <properties><property name="verdict" value="${result.verdict}"/><property name="score" value="${result.score}"/></properties>`,
      ...result.checks.flatMap((check) => testCase(result.checkpoint, check)),
      "  </testsuite>",
    ]),
    "</testsuites>",
    "",
  ].join("\n");
}

function counts(checks: readonly CheckResult[]): string {
  const of = (status: string): number => checks.filter((check) => check.status === status).length;
  return ` tests="${checks.length}" failures="${of("fail")}" errors="0" skipped="${of("skip")}"`;
}

function testCase(checkpoint: string, { id, title, status, seen, findings }: CheckResult): readonly string[] {
  const open = findings.filter(({ accepted }) => accepted === null);
  const [first] = open.flatMap(({ evidence }) => evidence);
  const place = first ? ` file="${xml(first.file)}" line="${first.line}"` : "";
  const told = open
    .map(
      ({ level, what, evidence }) =>
        `${level}: ${what} [${evidence.map(({ file, line }) => `${file}:${line}`).join(", ")}]`,
    )
    .join("\n");
  const inner = {
    pass: told === "" ? [] : [`      <system-out>${xml(told)}</system-out>`],
    warn: [`      <system-out>${xml(told)}</system-out>`],
    fail: [
      `      <failure message="${xml(open.find(({ level }) => level === "fail")?.what ?? title)}">${xml(told)}</failure>`,
    ],
    skip: [`      <skipped message="${xml(seen)}"/>`],
  }[status];
  const head = `    <testcase classname="${xml(checkpoint)}" name="${xml(`${id}: ${title}`)}"${place}`;
  return inner.length === 0 ? [`${head}/>`] : [`${head}>`, ...inner, "    </testcase>"];
}

/** Also without the control characters that XML cannot hold. */
function xml(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, " ").replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
