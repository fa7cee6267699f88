/**
 * `reeve plans [ID]`: the plans that were proposed and what became of them, or one of them in full. Changes of the plan of
 * the newest run are among them.
 */
import { holderOf } from "../../../journal/sqlite/folder-lock.ts";
import { findProject, type Project } from "../../../runtime/project.ts";
import { listProposals, type Proposal } from "../../../runtime/proposals.ts";
import { endWord } from "../../proposal.ts";
import { replanLine, replanLines } from "../../replans.ts";
import { clip, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { orJournalTrouble } from "../open-run.ts";
import { type ReplansOfRun, readReplans } from "../read-replans.ts";
import { showProposal } from "../show-proposal.ts";

const TITLE_WIDTH = 60;

export function plansCommand(io: Io, id: string | undefined, options: CommonOptions): Promise<ExitCode> {
  return orJournalTrouble(io, options, async () => {
    const project = findProject(io.cwd);
    const changes = await readReplans(project, options.run);
    return show(io, project, changes, id, options);
  });
}

function show(
  io: Io,
  project: Project,
  changes: ReplansOfRun | null,
  id: string | undefined,
  options: CommonOptions,
): ExitCode {
  const proposals = listProposals(project);
  const { run = "", replans = [] } = changes ?? {};
  const replan = replans.find((each) => each.replan.id === id);
  if (replan) {
    if (options.json) printJson(io, { id, run, ...replan });
    else print(io, replanLines(replan, run));
    return EXIT.ok;
  }
  if (id !== undefined) {
    const proposal = proposals.find((each) => each.id === id);
    if (!proposal) return badInput(io, options.json, unknownProposal(id, proposals));
    showProposal(io, project, proposal, options);
    return EXIT.ok;
  }
  if (options.json) {
    for (const each of proposals) printJson(io, jsonOf(each));
    for (const each of replans)
      printJson(io, { id: each.replan.id, run, state: each.state, title: each.replan.summary });
    return EXIT.ok;
  }
  const lines = [...proposals.map((each) => lineOf(each)), ...replans.map((each) => replanLine(each, run))];
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
