/**
 * Runs a checkpoint's checks on a session and comes to a verdict: pass 1, warn 0.5, fail 0, and the mean of them. Deterministic.
 * A check that fails without evidence only warns, so that nobody is stopped without being told why.
 */
import {
  type CheckpointSpec,
  type CheckSpec,
  type Finding,
  findingKey,
  fingerprint,
  type Group,
  type Status,
} from "../checks/check.ts";
import type { LayoutName } from "../layouts/layout.ts";
import type { Session } from "../session/session.ts";
import type { Acceptance } from "./accepted.ts";

export type Verdict = "pass" | "warn" | "block";

export interface ReportedFinding extends Finding {
  /** Names it for `accept`. */
  readonly key: string;
  readonly fingerprint: string;
  readonly accepted: Acceptance | null;
}

export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly group: Group;
  readonly status: Status;
  readonly seen: string;
  readonly findings: readonly ReportedFinding[];
}

export interface CheckpointResult {
  readonly checkpoint: string;
  readonly title: string;
  readonly layout: LayoutName;
  readonly label: string;
  /** ISO 8601. */
  readonly at: string;
  readonly verdict: Verdict;
  readonly score: number;
  readonly checks: readonly CheckResult[];
  /** Documents that were read. */
  readonly documents: readonly string[];
  /** Open findings as sentences: what warns, and what fails. */
  readonly risks: readonly string[];
  readonly blocks: readonly string[];
  /** Artifacts that changed while they were looked at; nothing else is trusted then. */
  readonly changed: readonly string[];
  /** Of all that was read, before and after. */
  readonly digest: string;
  /** Each document as it was looked at; absent in reports of earlier versions. */
  readonly hashes?: Readonly<Record<string, string>>;
}

export async function lookAt(
  spec: CheckpointSpec,
  session: Session,
  accepted: readonly Acceptance[],
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  // One after the other: commands and agents may be among them.
  for (const check of spec.checks) results.push(await resultOf(check, session, accepted));
  return results;
}

async function resultOf(
  { id, title, group, look }: CheckSpec,
  session: Session,
  accepted: readonly Acceptance[],
): Promise<CheckResult> {
  const { findings, seen, skipped = false } = await look(session);
  const reported = findings.map((finding): ReportedFinding => {
    const proven: Finding =
      finding.level === "fail" && finding.evidence.length === 0 ? { ...finding, level: "warn" } : finding;
    const key = findingKey(proven);
    const print = fingerprint(proven);
    const closed = accepted.findLast((each) => each.finding === key && each.fingerprint === print);
    return { ...proven, key, fingerprint: print, accepted: closed ?? null };
  });
  return { id, title, group, status: skipped ? "skip" : statusOf(reported), seen, findings: reported };
}

function statusOf(findings: readonly ReportedFinding[]): Status {
  const levels = findings.filter((finding) => finding.accepted === null).map(({ level }) => level);
  if (levels.includes("fail")) return "fail";
  return levels.includes("warn") ? "warn" : "pass";
}

const POINTS: Readonly<Record<Exclude<Status, "skip">, number>> = { pass: 1, warn: 0.5, fail: 0 };
const PASS_MIN = 0.8;
const WARN_MIN = 0.5;

export function scoreOf(checks: readonly Pick<CheckResult, "status">[]): {
  readonly score: number;
  readonly verdict: Verdict;
} {
  const points = checks.flatMap(({ status }) => (status === "skip" ? [] : [POINTS[status]]));
  // Nothing that could be compared is no reason to stop, and none to go on unseen.
  const score = points.length === 0 ? WARN_MIN : points.reduce((sum, each) => sum + each, 0) / points.length;
  return {
    score: Math.round(score * 1000) / 1000,
    verdict: score >= PASS_MIN ? "pass" : score >= WARN_MIN ? "warn" : "block",
  };
}

export function openFindings(
  { checks }: Pick<CheckpointResult, "checks">,
  level: Finding["level"],
): readonly ReportedFinding[] {
  return checks.flatMap(({ findings }) => findings.filter((each) => each.level === level && each.accepted === null));
}
