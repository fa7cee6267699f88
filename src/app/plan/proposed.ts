/**
 * What was proposed: plans that an agent made on request, and changes of the plan of a run that its planner asks for. All
 * of them, or one in full, checked as it lies there.
 */
import type { Checked } from "../../config/mistakes/mistake.ts";
import type { Plan } from "../../domain/spec/plan.ts";
import { holderOf } from "../../journal/sqlite/folder-lock.ts";
import type { Project } from "../project/project.ts";
import { granted, orJournalTrouble, type Reply, refused } from "../reply.ts";
import { checkProposal, listProposals, type Proposal } from "./proposals.ts";
import { type KnownReplan, readReplans } from "./read-replans.ts";

export interface AllProposed {
  readonly plans: readonly ListedProposal[];
  /** Of the newest run, or of the one that was named. */
  readonly changes: readonly ProposedChange[];
}

export interface ListedProposal extends Proposal {
  /** An agent is at it right now. */
  readonly isAsking: boolean;
}

export interface ProposedChange extends KnownReplan {
  readonly run: string;
}

export interface CheckedProposal {
  readonly proposal: Proposal;
  /** Null: there is no plan to look at. */
  readonly checked: Checked<Plan> | null;
}

export type OneProposed = ({ readonly of: "plan" } & CheckedProposal) | ({ readonly of: "change" } & ProposedChange);

export function listProposed(project: Project, run?: string): Promise<Reply<AllProposed>> {
  return orJournalTrouble(async () => {
    const plans = listProposals(project).map((each) => ({ ...each, isAsking: holderOf(each.dir) !== null }));
    return granted({ plans, changes: await changesOf(project, run) });
  });
}

/** `cwd`: from where the files of its mistakes are named. */
export function showProposed(
  project: Project,
  id: string,
  { run, cwd }: { readonly run?: string | undefined; readonly cwd: string },
): Promise<Reply<OneProposed>> {
  return orJournalTrouble<OneProposed>(async () => {
    const change = (await changesOf(project, run)).find(({ replan }) => replan.id === id);
    if (change) return granted({ of: "change", ...change });
    const found = findProposal(project, id);
    return found.ok ? granted({ of: "plan", ...checkedProposal(project, found.value, cwd) }) : found;
  });
}

export function findProposal(project: Project, id: string): Reply<Proposal> {
  const proposals = listProposals(project);
  const proposal = proposals.find((each) => each.id === id);
  if (proposal) return granted(proposal);
  return refused({ what: "unknown_proposal", proposal: id, known: proposals.map((each) => each.id) });
}

export function checkedProposal(project: Project, proposal: Proposal, cwd: string): CheckedProposal {
  const { planFile } = proposal;
  return { proposal, checked: planFile === null ? null : checkProposal(project, planFile, cwd) };
}

/** Empty where there is no such run. Throws `JournalError`. */
export async function changesOf(project: Project, run: string | undefined): Promise<readonly ProposedChange[]> {
  const runs = await project.runs.list();
  const meant = run === undefined ? runs.at(-1) : runs.find((id) => id === run);
  if (meant === undefined) return [];
  return (await readReplans(project, meant)).map((known) => ({ ...known, run: meant }));
}
