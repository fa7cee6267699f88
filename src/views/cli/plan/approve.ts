/**
 * `reeve approve [ID]`: a person says yes to a proposed plan. It is checked once more and put where plans are; a change of
 * a plan that is being worked goes to its run.
 */

import { approveReplan, isReplanId } from "../../../app/plan/approve-replan.ts";
import { approveProposal, checkProposal, listProposals, type Proposal } from "../../../app/plan/proposals.ts";
import { readReplans } from "../../../app/plan/read-replans.ts";
import { orJournalTrouble } from "../../../app/project/open-run.ts";
import { findProject, type Project, shown } from "../../../app/project/project.ts";
import { findingLine } from "../../proposal-words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { reportMistakes } from "./check.ts";
import { unknownProposal } from "./plans.ts";

export interface ApproveOptions extends CommonOptions {
  readonly out?: string;
  readonly anyway?: boolean;
}

export function approveCommand(io: Io, id: string | undefined, options: ApproveOptions): Promise<ExitCode> {
  return orJournalTrouble(io, options, async () => {
    const project = findProject(io.cwd);
    const replan = id === undefined ? await newestReplan(project, options) : isReplanId(id) ? id : null;
    return replan === null ? approveFile(io, project, id, options) : approveReplan(io, replan, options);
  });
}

/** Unless a plan was proposed after it. */
async function newestReplan(project: Project, options: ApproveOptions): Promise<string | null> {
  const open = (await readReplans(project, options.run))?.replans.findLast(({ state }) => state === "open");
  if (!open) return null;
  const file = newestOpen(listProposals(project));
  return (file?.record?.at ?? 0) > open.replan.proposedAt ? null : open.replan.id;
}

function approveFile(io: Io, project: Project, id: string | undefined, options: ApproveOptions): ExitCode {
  const proposals = listProposals(project);
  const proposal = id === undefined ? newestOpen(proposals) : proposals.find((each) => each.id === id);
  if (!proposal) {
    const none = "There is no open proposal here. `reeve plan SPEC.md` asks an agent for one; `reeve plans` lists all.";
    return badInput(io, options.json, id === undefined ? none : unknownProposal(id, proposals));
  }
  const { planFile } = proposal;
  if (planFile === null) {
    const what = `${proposal.id} has no plan that could be approved; \`reeve plans ${proposal.id}\` says why.`;
    return badInput(io, options.json, what);
  }
  const checked = checkProposal(project, planFile, io.cwd);
  if (!checked.ok) {
    if (options.json) printJson(io, { ok: false, mistakes: checked.mistakes, warnings: checked.warnings });
    else reportMistakes(io, checked.mistakes, checked.warnings);
    return EXIT.badInput;
  }
  const refusal = options.anyway ? null : refusedBy(proposal);
  if (refusal !== null) return badInput(io, options.json, refusal);
  const out = { named: options.out, cwd: io.cwd, at: io.now() };
  const approved = approveProposal(project, { ...proposal, planFile }, out);
  if (!approved.ok) return badInput(io, options.json, inTheWay(proposal.id, shown(approved.inTheWay, io.cwd)));
  const file = shown(approved.out, io.cwd);
  if (options.json) {
    printJson(io, { ok: true, id: proposal.id, out: file, written: approved.isNew, warnings: checked.warnings });
    return EXIT.ok;
  }
  reportMistakes(io, [], checked.warnings);
  const how = approved.isNew ? `written to ${file}` : `in ${file} already`;
  print(io, [`${proposal.id} is approved and ${how}. To work it: \`reeve run ${file}\`.`]);
  return EXIT.ok;
}

function newestOpen(proposals: readonly Proposal[]): Proposal | undefined {
  return proposals.findLast(({ planFile, approval }) => planFile !== null && approval === null);
}

/** What the planner itself calls an error is worth a second thought. */
function refusedBy({ id, record }: Proposal): string | null {
  const errors = record?.validation.filter(({ severity }) => severity === "error") ?? [];
  if (errors.length === 0) return null;
  const said = errors.map(findingLine).join(" ");
  return `${said} Settle it in the specification and plan again; if it is settled in the plan, \`reeve approve ${id} --anyway\`. Nothing was changed.`;
}

function inTheWay(id: string, file: string): string {
  return `${file} is here already and says something else; nothing was changed. Name another file, \`reeve approve ${id} --out plan-${id}.yaml\`, or move yours away first.`;
}
