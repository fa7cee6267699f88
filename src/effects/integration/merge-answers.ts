/** Why a commit is not merged, with all that its task needs to try again; and what is said of one that is merged already. */
import type { Failure } from "../../domain/proof/failure.ts";
import type { GateResult, IntegrateOrder } from "../../domain/proof/gate.ts";
import type { CommandCheck } from "../../domain/spec/plan.ts";
import { treeOf } from "../git/tree-of.ts";
import type { IntegrateAnswer } from "./integration.ts";
import { arrivals, mergeBase, tasksOf, whereContained } from "./merge-history.ts";
import type { Merged } from "./merge-tree.ts";
import { conflictReport, type ReportOptions, shownPath } from "./report/conflict-report.ts";
import { redReport } from "./report/red-report.ts";

export interface Refusing extends ReportOptions {
  readonly order: IntegrateOrder;
  readonly onto: string;
}

export async function conflictAnswer(
  refusing: Refusing,
  { tree, files }: Extract<Merged, { type: "conflict" }>,
): Promise<IntegrateAnswer> {
  const { git, prefix, order, onto } = refusing;
  const sides = { ours: onto, theirs: order.commit };
  const base = await mergeBase(git, onto, order.commit);
  const paths = files.map((file) => file.path);
  const came = base ? await arrivals(git, { from: base, to: onto }, paths) : [];
  const report = await conflictReport(refusing, { sides, base, tree, files, came });
  const shown = paths.map((path) => shownPath(path, prefix));
  return {
    type: "integrated",
    integration: { type: "conflict", onto, files: shown, others: tasksOf(came, order.task), report },
  };
}

export async function redAnswer(refusing: Refusing, gates: readonly GateResult[]): Promise<IntegrateAnswer> {
  const { git, order, onto } = refusing;
  const base = await mergeBase(git, onto, order.commit);
  const came = base ? await arrivals(git, { from: base, to: onto }) : [];
  const report = await redReport(refusing, { gates, came, base, onto });
  return { type: "integrated", integration: { type: "red", onto, gates, others: tasksOf(came, order.task), report } };
}

/** Null: the branch does not hold it. */
export async function contained(
  git: Refusing["git"],
  commit: string,
  head: string,
  gates: readonly CommandCheck[],
): Promise<IntegrateAnswer | null> {
  const where = await whereContained(git, commit, head);
  if (where.type === "failed") return where;
  if (where.type === "not_contained") return null;
  const { by } = where;
  const tree = await treeOf(git, by?.commit ?? head);
  return {
    type: "integrated",
    integration: {
      type: "merged",
      commit: by?.commit ?? head,
      onto: by?.onto ?? head,
      ...(tree && { tree }),
      gates: by ? gates.map(passedBefore) : [],
    },
  };
}

/** Reeve moves the branch over green merges alone. */
function passedBefore({ name }: CommandCheck): GateResult {
  const message = `\`${name}\` had passed when this was merged; Reeve was interrupted before it could keep the output.`;
  return { gate: "quality", name, verdict: "skipped", message, evidence: [], tookMs: 0 };
}

const passing = { class: "git_state", restart: "transient", evidence: [] } as const;

export const BROKEN_OFF: Failure = {
  ...passing,
  message: "The merge was interrupted before the integration branch was moved. Reeve will redo it from the start.",
};

export function movedOn(tries: number): Failure {
  const message = `Somebody else moved the integration branch ${tries} times while this was being merged. Leave the branch to Reeve until the run has ended; Reeve will try again.`;
  return { ...passing, message };
}
