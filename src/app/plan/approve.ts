/**
 * A person's yes to what was proposed. A plan is checked once more and put where plans are; a change of a plan that is
 * being worked goes to its run as an order. What the planner itself calls an error needs a second yes.
 */

import type { Mistake } from "../../config/mistakes/mistake.ts";
import type { ReplanId } from "../../domain/spec/replan.ts";
import type { PlanValidation } from "../../domain/work/role-answers.ts";
import { giveOrder, type OrderGiven } from "../orders/give-order.ts";
import type { Standpoint } from "../project/load-affordable.ts";
import { withRun } from "../project/open-run.ts";
import { type Project, shown } from "../project/project.ts";
import { granted, orJournalTrouble, type Reply, refused } from "../reply.ts";
import { approveProposal, checkProposal, listProposals, type Proposal } from "./proposals.ts";
import { changesOf, findProposal } from "./proposed.ts";

export interface ApproveWish extends Standpoint {
  /** Undefined: the newest that is open. */
  readonly id: string | undefined;
  readonly run: string | undefined;
  /** Where the plan is to go; a file with other content is never overwritten. */
  readonly out: string | undefined;
  /** Also where the planner itself found an error. */
  readonly anyway: boolean;
}

export type Approved =
  | {
      readonly of: "plan";
      readonly id: string;
      /** Where it is now, as the person would name it. */
      readonly file: string;
      /** False: it was there already. */
      readonly isNew: boolean;
      readonly warnings: readonly Mistake[];
    }
  | { readonly of: "change"; readonly given: OrderGiven };

export function approve(project: Project, wish: ApproveWish): Promise<Reply<Approved>> {
  return orJournalTrouble(async () => {
    const { id } = wish;
    const change = id === undefined ? await newestChange(project, wish.run) : CHANGE_ID.test(id) ? id : null;
    return change === null ? approvePlan(project, wish) : approveChange(project, change, wish);
  });
}

/** Changes of a plan are called so; proposed plans begin with another letter. */
const CHANGE_ID = /^n[1-9][0-9]*$/;

/** Unless a plan was proposed after it. */
async function newestChange(project: Project, run: string | undefined): Promise<string | null> {
  const open = (await changesOf(project, run)).findLast(({ state }) => state === "open");
  if (!open) return null;
  const plan = newestOpen(project);
  return (plan?.record?.at ?? 0) > open.replan.proposedAt ? null : open.replan.id;
}

function newestOpen(project: Project): Proposal | undefined {
  return listProposals(project).findLast(({ planFile, approval }) => planFile !== null && approval === null);
}

function approvePlan(project: Project, wish: ApproveWish): Reply<Approved> {
  const found = wish.id === undefined ? openOne(project) : findProposal(project, wish.id);
  if (!found.ok) return found;
  const proposal = found.value;
  const { id, planFile } = proposal;
  if (planFile === null) return refused({ what: "proposal_without_plan", proposal: id });
  const checked = checkProposal(project, planFile, wish.cwd);
  if (!checked.ok)
    return refused({ what: "mistakes", mistakes: checked.mistakes, warnings: checked.warnings, kept: "approve" });
  const errors = errorsIn(proposal.record?.validation);
  if (errors.length > 0 && !wish.anyway) return refused({ what: "planner_objects", proposal: id, of: "plan", errors });
  const out = { named: wish.out, cwd: wish.cwd, at: wish.now };
  const put = approveProposal(project, { ...proposal, planFile }, out);
  if (!put.ok) return refused({ what: "file_in_the_way", proposal: id, file: shown(put.inTheWay, wish.cwd) });
  return granted({ of: "plan", id, file: shown(put.out, wish.cwd), isNew: put.isNew, warnings: checked.warnings });
}

function openOne(project: Project): Reply<Proposal> {
  const newest = newestOpen(project);
  return newest ? granted(newest) : refused({ what: "no_open_proposal" });
}

function approveChange(project: Project, id: string, wish: ApproveWish): Promise<Reply<Approved>> {
  return withRun(project, wish.run, async ({ state }) => {
    const errors = errorsIn(state.replans.open.get(id as ReplanId)?.answer.validation);
    if (errors.length > 0 && !wish.anyway)
      return refused({ what: "planner_objects", proposal: id, of: "change", errors });
    if (wish.out !== undefined) return refused({ what: "change_has_no_file", change: id });
    const order = { type: "approve", replan: id } as const;
    const given = await giveOrder(project, { run: wish.run, order, now: wish.now });
    return given.ok ? granted({ of: "change", given: given.value }) : given;
  });
}

function errorsIn(validation: readonly PlanValidation[] = []): readonly PlanValidation[] {
  return validation.filter(({ severity }) => severity === "error");
}
