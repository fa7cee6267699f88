/**
 * Runs checkpoints on a session: reads, compares, comes to a verdict, proves that no artifact was changed, and writes report and
 * messages. What a verdict leads to is decided by whoever asked.
 */
import { relative } from "node:path";
import type { CheckpointSpec } from "../../systems/checkpoint/checks/check.ts";
import { readAccepted } from "../../systems/checkpoint/report/accepted.ts";
import { changedBetween, changedSince, digestOf, hashesOf } from "../../systems/checkpoint/report/hashes.ts";
import { type CheckpointResult, lookAt, openFindings, scoreOf } from "../../systems/checkpoint/report/result.ts";
import { readReports, writeReport } from "../../systems/checkpoint/report/write-report.ts";
import { readSession, type Session } from "../../systems/checkpoint/session/session.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import type { Checkers } from "./checkers.ts";
import { logResult } from "./log-result.ts";
import { type OpenSession, openSession, type SessionWish } from "./open-session.ts";

export type {
  CheckpointResult,
  CheckResult,
  ReportedFinding,
} from "../../systems/checkpoint/report/result.ts";

export interface RunWish extends SessionWish {
  /** Ids; all that apply where none is named. */
  readonly only?: readonly string[] | undefined;
  readonly windowMinutes?: number | undefined;
  readonly now: number;
  /** Left out: report and messages are not written. */
  readonly writes: boolean;
}

export interface CheckpointsRun {
  readonly results: readonly CheckpointResult[];
  /** Reports that were written, seen from the session. */
  readonly reports: readonly string[];
  /** Checkpoints that do not apply, and why. */
  readonly leftOut: readonly { readonly checkpoint: string; readonly because: string }[];
  /** Where the session lies, seen from the project. */
  readonly place: string;
}

export async function runCheckpoints(world: Checkers, project: Project, wish: RunWish): Promise<Reply<CheckpointsRun>> {
  const tools = {
    run: world.runCheck,
    ask: (agent: string, prompt: string, cwd: string) => world.askCheck(project, agent, prompt, cwd),
  };
  const opened = openSession(project, wish, tools);
  if (!opened.ok) return opened;
  const { specs, config, dir } = opened.value;
  const unknown = wish.only?.find((id) => !specs.some((spec) => isNamed(spec, id)));
  if (unknown !== undefined)
    return refused({ what: "no_such_checkpoint", given: unknown, known: specs.map(({ id }) => id) });
  const place = relative(project.root, dir);
  if (!config.supervision) {
    const leftOut = specs.map(({ id }) => ({ checkpoint: id, because: "supervision is false" }));
    return granted({ results: [], reports: [], leftOut, place });
  }
  const wanted = specs.filter((spec) => wish.only === undefined || wish.only.some((id) => isNamed(spec, id)));
  const leftOut = wish.only === undefined ? wanted.flatMap((spec) => whyNot(spec, opened.value) ?? []) : [];
  const results: CheckpointResult[] = [];
  const reports: string[] = [];
  for (const spec of wanted) {
    if (leftOut.some(({ checkpoint }) => checkpoint === spec.id)) continue;
    const result = await runOne(spec, opened.value, wish);
    results.push(result);
    if (!wish.writes) continue;
    const report = writeReport(dir, result);
    reports.push(report);
    const logged = logResult({ dir, layout: opened.value.layout, result, report, now: wish.now });
    if (!logged.ok) return logged;
  }
  return granted({ results, reports, leftOut, place });
}

/** `CHECKPOINT-001`, `001` and `1` name the same. */
function isNamed({ id }: CheckpointSpec, given: string): boolean {
  const number = /^\d{1,3}$/.test(given) ? `CHECKPOINT-${given.padStart(3, "0")}` : given;
  return id.toLowerCase() === number.toLowerCase();
}

function whyNot({ id }: CheckpointSpec, { layout }: OpenSession): CheckpointsRun["leftOut"][number] | null {
  if (id !== "CHECKPOINT-001" || layout.expected.brief !== undefined) return null;
  return { checkpoint: id, because: `${layout.label} has no product brief to compare requirements with` };
}

async function runOne(
  spec: CheckpointSpec,
  { layout, files, dir, config }: OpenSession,
  wish: RunWish,
): Promise<CheckpointResult> {
  const before = hashesOf(files, layout);
  const windowMinutes = wish.windowMinutes ?? config.windowMinutes;
  const session: Session = readSession({ layout, files, now: wish.now, windowMinutes });
  const checks = await lookAt(spec, session, readAccepted(dir));
  const changed = changedBetween(before, hashesOf(files, layout));
  const { score, verdict } = scoreOf(checks);
  const common = {
    checkpoint: spec.id,
    title: spec.title,
    layout: layout.name,
    label: layout.label,
    at: new Date(wish.now).toISOString(),
  };
  const documents = [...new Set(Object.values(layout.files).flat())];
  const altered = changed.map((file) => `${file} changed while it was looked at.`);
  const outdated = changedSince(readReports(dir), spec.id, before);
  const sentences = (level: "fail" | "warn") => openFindings({ checks }, level).map(({ what }) => what);
  return {
    ...common,
    verdict: changed.length > 0 ? "block" : verdict,
    score,
    checks,
    documents,
    risks: [...altered, ...sentences("fail"), ...sentences("warn"), ...outdated],
    blocks: [...altered, ...(verdict === "block" ? sentences("fail") : [])],
    changed,
    digest: digestOf(before),
    hashes: Object.fromEntries(documents.map((file) => [file, before.get(file) ?? ""])),
  };
}
