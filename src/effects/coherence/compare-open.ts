/**
 * Work that is to be merged, laid beside everything that was merged since it first began and beside each other. What counts
 * is each one's own change, not the tip of its branch: what it has merged in from others does not make it blind to them.
 * What is found about integrated work is put down to the task that brought it, and to no other round after round.
 */
import {
  COHERENT,
  type CoherenceFinding,
  type CoherenceReport,
  SECTIONS,
  type Section,
} from "../../domain/proof/coherence.ts";
import type { Git } from "../git/git.ts";
import { type Arrival, arrivals, mergeBase } from "../integration/merge-history.ts";
import type { BranchWish } from "./branches/open-views.ts";
import { type CoherenceAnswer, type CoherenceOrder, checkCoherence } from "./check-coherence.ts";
import { reportOf } from "./report/report.ts";

export interface OpenOrder extends Omit<CoherenceOrder, "base" | "branches"> {
  /** What is integrated. */
  readonly head: string;
  /** What was integrated when the work first began. */
  readonly began: string;
  /** Where two disagree, the earlier one is right; what is integrated is right before all of them. */
  readonly open: readonly BranchWish[];
}

/** What is integrated stands first: whoever comes later adapts. No task can be called so. */
const INTEGRATED = "the integrated work";

export async function compareOpen({ head, began, open, ...order }: OpenOrder): Promise<CoherenceAnswer> {
  const { git } = order;
  const base = (await mergeBase(git, began, head)) ?? head;
  const own = await Promise.all(open.map((wish) => counted(git, wish, head)));
  const integrated = base === head ? [] : [{ task: INTEGRATED, ref: head }];
  const found = await checkCoherence({ ...order, base, branches: [...integrated, ...own] });
  if (!found.ok || integrated.length === 0) return found;
  const whole = openOnly(found.report, own);
  const came = await arrivals(git, { from: base, to: head }, placesOf(whole, order.prefix));
  const owners: CoherenceReport[] = [];
  for (const wish of own) {
    if (!listOf(whole).some(([, each]) => isWith(each, wish.task))) continue;
    const branches = [...came].reverse().flatMap((each) => broughtBy(each, wish));
    const answer = await checkCoherence({ ...order, base, branches: [...branches, wish] });
    if (!answer.ok) return answer;
    owners.push(answer.report);
  }
  return {
    ok: true,
    report: reportOf(bySection(whole, (section, each) => owned(section, each, { own, owners, came }))),
  };
}

/** Only what it did itself: counted from what it was made on last. */
async function counted(git: Git, wish: BranchWish, head: string): Promise<BranchWish> {
  const from = await mergeBase(git, head, wish.ref);
  return from === null ? wish : { ...wish, from };
}

/** What others have brought; its own earlier work is no other's. */
function broughtBy({ commit, task }: Arrival, { task: self }: BranchWish): BranchWish[] {
  return task === null || task === self ? [] : [{ task, ref: commit, from: `${commit}^1` }];
}

interface Known {
  readonly own: readonly BranchWish[];
  /** What was found task by task. */
  readonly owners: readonly CoherenceReport[];
  readonly came: readonly Arrival[];
}

/** That it is there, the whole says; whose it is, the tasks one by one. What nobody else brought is nobody else's. */
function owned(section: Section, finding: CoherenceFinding, { own, owners, came }: Known): CoherenceFinding[] {
  if (!finding.tasks.includes(INTEGRATED)) return [finding];
  const self = own.find(({ task }) => finding.tasks.includes(task))?.task;
  const [first] = owners
    .flatMap((report) => report[section])
    .filter(({ subject, tasks }) => subject === finding.subject && self !== undefined && tasks.includes(self))
    .filter(({ tasks }) => tasks.length > 1);
  if (first !== undefined) return [{ ...first, severity: finding.severity }];
  const hasMergedBefore = came.some(({ task }) => task === self);
  return hasMergedBefore ? [] : [unnamed(finding, self ?? null)];
}

/** Somebody committed it by hand, or it came from many. */
function unnamed(finding: CoherenceFinding, self: string | null): CoherenceFinding {
  const tasks = finding.tasks.filter((id) => id !== INTEGRATED);
  return { ...finding, tasks, must_change: finding.must_change === INTEGRATED ? self : finding.must_change };
}

function isWith({ tasks }: CoherenceFinding, task: string): boolean {
  return tasks.includes(INTEGRATED) && tasks.includes(task);
}

/** What integrated work has with itself was judged when it was merged. */
function openOnly(report: CoherenceReport, own: readonly BranchWish[]): CoherenceReport {
  const open = new Set(own.map(({ task }) => task));
  const found = bySection(report, (_, each) => (each.tasks.some((task) => open.has(task)) ? [each] : []));
  return { ...COHERENT, ...found };
}

function placesOf(report: CoherenceReport, prefix: string): string[] {
  const lead = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  const files = listOf(report).flatMap(([, { files }]) => files);
  return [...new Set(files.map((file) => `${lead}${file.replace(/:\d+$/, "")}`))];
}

function listOf(report: CoherenceReport): [Section, CoherenceFinding][] {
  return SECTIONS.flatMap((section) => report[section].map((each): [Section, CoherenceFinding] => [section, each]));
}

type Found = Record<Section, CoherenceFinding[]>;

function bySection(
  report: CoherenceReport,
  of: (section: Section, each: CoherenceFinding) => readonly CoherenceFinding[],
): Found {
  const list = (section: Section) => report[section].flatMap((each) => of(section, each));
  return {
    interface_mismatches: list("interface_mismatches"),
    schema_inconsistencies: list("schema_inconsistencies"),
    duplicates: list("duplicates"),
    missing_connections: list("missing_connections"),
    contract_gaps: list("contract_gaps"),
  };
}
