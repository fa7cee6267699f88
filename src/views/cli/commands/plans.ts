/** `reeve plans [ID]`: the plans that were proposed and what became of them, or one of them in full. */
import { holderOf } from "../../../runtime/lock.ts";
import { findProject } from "../../../runtime/project.ts";
import { listProposals, type Proposal } from "../../../runtime/proposals.ts";
import { endWord } from "../../proposal.ts";
import { clip, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { showProposal } from "../show-proposal.ts";

const TITLE_WIDTH = 60;

export function plansCommand(io: Io, id: string | undefined, options: CommonOptions): ExitCode {
  const project = findProject(io.cwd);
  const proposals = listProposals(project);
  if (id !== undefined) {
    const proposal = proposals.find((each) => each.id === id);
    if (!proposal) return badInput(io, options.json, unknownProposal(id, proposals));
    showProposal(io, project, proposal, options);
    return EXIT.ok;
  }
  if (options.json) {
    for (const each of proposals) printJson(io, jsonOf(each));
    return EXIT.ok;
  }
  const lines = proposals.map((each) => lineOf(each));
  print(io, lines.length > 0 ? lines : ["No plan was proposed here yet. `reeve plan SPEC.md` asks an agent for one."]);
  return EXIT.ok;
}

export function unknownProposal(id: string, proposals: readonly Proposal[]): string {
  const known = proposals.map((each) => each.id).join(", ");
  return `There is no proposal ${plainText(id)} here; ${known === "" ? "`reeve plan SPEC.md` makes one" : `known are ${known}`}.`;
}

function lineOf(proposal: Proposal): string {
  const { id, record, approval } = proposal;
  const where = approval === null ? "" : ` → ${plainText(approval.out)}`;
  const from = record === null ? "" : ` (${plainText(record.spec)}, ${record.agent})`;
  return `${id}  ${stateOf(proposal)}${where}  ${clip(plainText(record?.title ?? ""), TITLE_WIDTH)}${from}`;
}

function stateOf({ dir, record, approval }: Proposal): string {
  if (approval !== null) return "approved";
  if (record === null || record.end.type === "asking") return holderOf(dir) ? "being asked for" : "unfinished";
  return endWord(record.end);
}

function jsonOf(proposal: Proposal): object {
  const { id, record, approval } = proposal;
  const { title = null, spec = null, agent = null, at = null } = record ?? {};
  return { id, state: stateOf(proposal), title, spec, agent, at, approval };
}
