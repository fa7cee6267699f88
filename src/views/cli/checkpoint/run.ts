/** `reeve checkpoint run`: the verdict of each checkpoint, and every finding with its place. */
import {
  type CheckpointResult,
  type CheckResult,
  type ReportedFinding,
  runCheckpoints,
} from "../../../app/checkpoint/run-checkpoints.ts";
import { findProject } from "../../../app/project/project.ts";
import type { World } from "../../../app/world.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { type Format, formatted, type SessionOptions } from "./session-options.ts";

export interface RunOptions extends SessionOptions {
  readonly format: Format;
  readonly strict?: boolean;
  readonly write: boolean;
  readonly window?: number;
  readonly trust?: boolean;
}

export async function runCommand(
  io: Io,
  world: World,
  only: readonly string[],
  options: RunOptions,
): Promise<ExitCode> {
  const { json = false, format, strict = false, write, window, session, checkpoints, trust } = options;
  const ran = await runCheckpoints(world, findProject(io.cwd), {
    ...{ cwd: io.cwd, session, checkpoints, trust },
    only: only.length === 0 ? undefined : only,
    windowMinutes: window,
    now: io.now(),
    writes: write,
  });
  if (!ran.ok) return refuse(io, json, ran.refusal);
  const { results, reports, leftOut, place } = ran.value;
  const exit = exitOf(results, strict);
  const form = json ? null : formatted(results, format, place);
  if (json) printJson(io, { results, reports, leftOut, exit });
  else if (form !== null) io.out(form);
  else
    print(io, [
      ...results.flatMap(resultLines),
      ...leftOut.map(({ checkpoint, because }) => `${checkpoint} left out: ${plainText(because)}.`),
      ...reports.map((file) => `Wrote ${plainText(`${session}/${file}`)}`),
    ]);
  return exit;
}

function exitOf(results: readonly CheckpointResult[], strict: boolean): ExitCode {
  const isBad = results.some(
    ({ verdict, checks }) => verdict === "block" || (strict && checks.some(({ status }) => status === "fail")),
  );
  return isBad ? EXIT.failed : EXIT.ok;
}

function resultLines({
  checkpoint,
  title,
  verdict,
  score,
  label,
  checks,
  changed,
}: CheckpointResult): readonly string[] {
  const failed = checks.filter(({ status }) => status === "fail").length;
  const how = failed === 0 ? verdict : `${verdict} with ${countOf(failed, "failed check")}`;
  return [
    `${checkpoint} (${plainText(title)}): ${how}, score ${score}, ${label}`,
    ...checks.flatMap(checkLines),
    ...changed.map((file) => `  ✗ ${plainText(file)} changed while it was looked at, so nothing here can be trusted.`),
  ];
}

const MARKS: Readonly<Record<CheckResult["status"], string>> = { pass: "✓", warn: "!", fail: "✗", skip: "-" };
const SHOWN_MAX = 30;

function checkLines({ status, title, seen, findings }: CheckResult): readonly string[] {
  const more = findings.length - SHOWN_MAX;
  return [
    `  ${MARKS[status]} ${plainText(title)} (${plainText(seen)})`,
    ...findings.slice(0, SHOWN_MAX).map(findingLine),
    ...(more > 0 ? [`      … and ${more} more; the report has all`] : []),
  ];
}

function findingLine({ level, what, evidence, key, accepted }: ReportedFinding): string {
  const [first] = evidence;
  const where =
    first === undefined || what.includes(`${first.file}:${first.line}`) ? "" : `${first.file}:${first.line} `;
  const closed = accepted === null ? level : `accepted by ${accepted.by}`;
  return `      ${key} ${plainText(`${closed}: ${where}${what}`)}`;
}
