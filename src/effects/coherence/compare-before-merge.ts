/**
 * A task's work laid beside what is integrated and beside the work that waits to be, before it is merged. By rules alone,
 * within a bound of time, and only where code or SQL has changed. What cannot be looked at is told, and holds up nobody.
 */
import { COHERENT, type CoherenceFinding, type CoherenceReport, type Section } from "../../domain/proof/coherence.ts";
import type { CompareOrder } from "../../domain/proof/compare.ts";
import type { Git } from "../git/git.ts";
import type { IntegrationRefs } from "../integration/integration-refs.ts";
import type { CompareAnswer } from "../jobs.ts";
import { compareOpen } from "./compare-open.ts";
import { reportOf } from "./report/report.ts";
import { isSql, languageOf } from "./source/source-kind.ts";

export interface CompareOptions {
  readonly git: Git;
  /** Of the project within the repository; empty at its top. */
  readonly prefix: string;
  readonly readHead: IntegrationRefs["readHead"];
  readonly msMax?: number;
}

const MS_MAX = 60_000;

export function openComparison({ git, prefix, readHead, msMax = MS_MAX }: CompareOptions) {
  return async (order: CompareOrder, signal: AbortSignal): Promise<CompareAnswer> => {
    const late = AbortSignal.timeout(msMax);
    const bounded = cutShort(git, AbortSignal.any([signal, late]));
    const answer = await compare({ git: bounded, prefix, readHead }, order);
    if (late.aborted) return { report: COHERENT, trouble: `it took longer than ${Math.round(msMax / 1000)} s` };
    return answer;
  };
}

async function compare({ git, prefix, readHead }: CompareOptions, order: CompareOrder): Promise<CompareAnswer> {
  const read = await readHead();
  if (read.type === "failed") return { report: COHERENT, trouble: read.failure.message };
  const head = read.head.commit;
  if (!(await touchesSources(git, head, order.commit))) return { report: COHERENT };
  const parted = await git.run(["merge-base", head, order.commit]);
  if (!parted.ok) return { report: COHERENT, trouble: parted.failure.message };
  const own = { task: order.task, ref: order.commit };
  const others = order.others.map(({ task, commit }) => ({ task, ref: commit }));
  const answer = await compareOpen({
    git,
    prefix,
    head,
    began: order.began ?? parted.out.trim(),
    open: [own, ...others],
    contract: null, // what is missing is looked for when all is there
    owners: new Map(Object.entries(order.owners)),
    pending: new Set(order.pending),
  });
  return answer.ok
    ? { report: about(order.task, answer.report) }
    : { report: COHERENT, trouble: answer.failure.message };
}

const FINDINGS_MAX = 20;

/** Only what this task has to do with: the others have their own turn. Bounded, because it is journaled. */
function about(task: string, found: CoherenceReport): CoherenceReport {
  const report = reportOf(bySection((section) => found[section].filter(({ tasks }) => tasks.includes(task)).map(cut)));
  const { critical_issues, recommendations } = report;
  return {
    ...report,
    ...bySection((section) => report[section].slice(0, FINDINGS_MAX)),
    critical_issues: critical_issues.slice(0, FINDINGS_MAX),
    recommendations: recommendations.slice(0, FINDINGS_MAX),
  };
}

function cut(finding: CoherenceFinding): CoherenceFinding {
  return { ...finding, files: finding.files.slice(0, FINDINGS_MAX) };
}

function bySection(of: (section: Section) => readonly CoherenceFinding[]) {
  return {
    interface_mismatches: of("interface_mismatches"),
    schema_inconsistencies: of("schema_inconsistencies"),
    duplicates: of("duplicates"),
    missing_connections: of("missing_connections"),
    contract_gaps: of("contract_gaps"),
  };
}

/** Since the two parted. */
async function touchesSources(git: Git, head: string, commit: string): Promise<boolean> {
  const changed = await git.run(["diff", "--name-only", "-z", "--no-renames", `${head}...${commit}`, "--"]);
  if (!changed.ok) return true;
  return changed.out.split("\0").some((path) => languageOf(path) !== null || isSql(path));
}

function cutShort(git: Git, signal: AbortSignal): Git {
  return { run: (args, options) => git.run(args, { ...options, signal }) };
}
