/** The reports of a session: those that were written, and findings of them that a person accepts. */
import { giverText } from "../../domain/work/giver.ts";
import { isOperating } from "../../effects/files/operating-error.ts";
import { BUILT_IN } from "../../systems/checkpoint/checks/built-in.ts";
import { type Acceptance, addAccepted } from "../../systems/checkpoint/report/accepted.ts";
import { reportText } from "../../systems/checkpoint/report/markdown.ts";
import type { CheckpointResult, ReportedFinding } from "../../systems/checkpoint/report/result.ts";
import { readReports, reportFile } from "../../systems/checkpoint/report/write-report.ts";
import { giverHere } from "../person/giver.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { openSession, type SessionWish, sessionDir } from "./open-session.ts";

export interface Reports {
  readonly results: readonly CheckpointResult[];
  /** As Markdown, in the same order. */
  readonly texts: readonly string[];
}

/** Of one checkpoint, or of all that were run. */
export function viewReports(wish: SessionWish, checkpoint: string | undefined): Reply<Reports> {
  const dir = sessionDir(wish);
  if (!dir.ok) return dir;
  const named =
    checkpoint === undefined
      ? undefined
      : (/^\d{1,3}$/.test(checkpoint) ? `CHECKPOINT-${checkpoint.padStart(3, "0")}` : checkpoint).toUpperCase();
  const results = readReports(dir.value).filter(
    (each) => named === undefined || each.checkpoint.toUpperCase() === named,
  );
  if (results.length === 0) return refused({ what: "no_report", dir: wish.session ?? "", checkpoint: named ?? null });
  return granted({ results, texts: results.map(reportText) });
}

export interface ListedCheckpoint {
  readonly id: string;
  readonly title: string;
  readonly checks: readonly { readonly id: string; readonly title: string; readonly group: string }[];
  readonly last: (Pick<CheckpointResult, "verdict" | "score" | "at"> & { readonly report: string }) | null;
}

/** All checkpoints, also without a session: those that every session has. */
export function listCheckpoints(
  project: Project,
  wish: SessionWish,
): Reply<{ readonly layout: string | null; readonly checkpoints: readonly ListedCheckpoint[] }> {
  if (wish.session === undefined)
    return granted({ layout: null, checkpoints: BUILT_IN.map((spec) => listed(spec, [])) });
  const opened = openSession(project, wish, { run: unused, ask: unused });
  if (!opened.ok) return opened;
  const reports = readReports(opened.value.dir);
  return granted({
    layout: opened.value.layout.label,
    checkpoints: opened.value.specs.map((spec) => listed(spec, reports)),
  });
}

function listed(
  { id, title, checks }: (typeof BUILT_IN)[number],
  reports: readonly CheckpointResult[],
): ListedCheckpoint {
  const last = reports.find(({ checkpoint }) => checkpoint === id);
  return {
    id,
    title,
    checks: checks.map(({ id: check, title: name, group }) => ({ id: check, title: name, group })),
    last: last ? { verdict: last.verdict, score: last.score, at: last.at, report: reportFile(id) } : null,
  };
}

function unused(): Promise<never> {
  return Promise.reject(new Error("nothing is looked at here"));
}

export interface AcceptWish extends SessionWish {
  readonly finding: string;
  readonly by: string | undefined;
  readonly because: string | undefined;
  readonly now: number;
}

export interface Accepted {
  readonly finding: ReportedFinding;
  readonly check: string;
  readonly file: string;
}

export function acceptFinding(wish: AcceptWish): Reply<Accepted> {
  const dir = sessionDir(wish);
  if (!dir.ok) return dir;
  const { finding: key, by = "", because = "" } = wish;
  const reports = readReports(dir.value);
  if (reports.length === 0) return refused({ what: "no_report", dir: wish.session ?? "", checkpoint: null });
  const open = reports.flatMap(({ checks }) =>
    checks.flatMap((check) =>
      check.findings.filter(({ accepted }) => accepted === null).map((finding) => ({ check: check.id, finding })),
    ),
  );
  const found = open.find(({ finding }) => finding.key === key);
  if (!found)
    return refused({
      what: "no_such_finding",
      given: key,
      known: [...new Set(open.map(({ finding }) => finding.key))],
    });
  if (by.trim() === "" || because.trim() === "")
    return refused({ what: "no_reason", lacks: by.trim() === "" ? "by" : "because" });
  const { what, fingerprint } = found.finding;
  const acceptance: Acceptance = {
    check: found.check,
    finding: key,
    fingerprint,
    by,
    given: giverText(giverHere("reeve checkpoint accept")),
    because,
    at: new Date(wish.now).toISOString(),
    what,
  };
  try {
    return granted({ ...found, file: addAccepted(dir.value, acceptance) });
  } catch (error) {
    if (!isOperating(error)) throw error;
    return refused({ what: "unusable", sentence: `The acceptance could not be written: ${error.message}` });
  }
}
