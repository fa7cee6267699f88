/** What whoever has to mend a merge that failed its gates is told: the gates, and what had come in meanwhile. Bounded. */

import type { GateResult } from "../../../domain/proof/gate.ts";
import { displaySafe } from "../../../domain/words/display-safe.ts";
import { gapReport } from "../../../engine/recovery/gap-report.ts";
import { redact } from "../../masking/redact.ts";
import type { Arrival } from "../merge-history.ts";
import { arrivalLine, REPORT_BYTES_MAX, type ReportOptions } from "./conflict-report.ts";
import { bytesOf, cutText } from "./report-text.ts";

export interface Red {
  readonly gates: readonly GateResult[];
  /** What was integrated since the task began. */
  readonly came: readonly Arrival[];
  readonly base: string | null;
  readonly onto: string;
}

const MEANWHILE_BYTES_MAX = 1536;

export async function redReport({ git, secrets }: ReportOptions, red: Red): Promise<string> {
  const meanwhile = cutText(redact(await whatCameIn(git, red), secrets), MEANWHILE_BYTES_MAX);
  const opening = `The work of this task merges cleanly, but the merged result fails its gates. Nothing was merged.\n\n${meanwhile}\n\n`;
  const gaps = redact(gapReport(red.gates), secrets);
  return displaySafe(opening + cutText(gaps, REPORT_BYTES_MAX - bytesOf(opening)));
}

async function whatCameIn(git: ReportOptions["git"], { came, base, onto }: Red): Promise<string> {
  if (came.length === 0 || !base)
    return "Nothing else was integrated since this task began: the cause is in its own changes, or in how its folder differs from a clean checkout (files that git ignores, packages that were installed by hand).";
  const stat = await git.run(["diff", "--stat=100", "--stat-count=20", "--no-ext-diff", base, onto]);
  const lines = ["Integrated since this task began:", ...came.map(arrivalLine)];
  return [...lines, ...(stat.ok ? [stat.out.trimEnd()] : [])].join("\n");
}
