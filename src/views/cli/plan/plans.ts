/**
 * `reeve plans [ID]`: the plans that were proposed and what became of them, or one of them in full. Changes of the plan of
 * the newest run are among them.
 */
import { type ListedProposal, listProposed, showProposed } from "../../../app/plan/proposed.ts";
import { findProject, type Project } from "../../../app/project/project.ts";
import { endWord } from "../../proposal-words.ts";
import { replanLine, replanLines } from "../../replan-words.ts";
import { clip, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { showProposal } from "./show-proposal.ts";

export function plansCommand(io: Io, id: string | undefined, options: CommonOptions): Promise<ExitCode> {
  const project = findProject(io.cwd);
  return id === undefined ? showAll(io, project, options) : showOne(io, project, id, options);
}

async function showOne(io: Io, project: Project, id: string, { run, json }: CommonOptions): Promise<ExitCode> {
  const shown = await showProposed(project, id, { run, cwd: io.cwd });
  if (!shown.ok) return refuse(io, json, shown.refusal);
  if (shown.value.of === "plan") showProposal(io, shown.value, json);
  else {
    const { of: _, ...change } = shown.value;
    if (json) printJson(io, { id, ...change });
    else print(io, replanLines(change, change.run));
  }
  return EXIT.ok;
}

async function showAll(io: Io, project: Project, { run, json }: CommonOptions): Promise<ExitCode> {
  const listed = await listProposed(project, run);
  if (!listed.ok) return refuse(io, json, listed.refusal);
  const { plans, changes } = listed.value;
  if (json) {
    for (const each of plans) printJson(io, jsonOf(each));
    for (const { replan, run: of, state } of changes)
      printJson(io, { id: replan.id, run: of, state, title: replan.summary });
    return EXIT.ok;
  }
  const lines = [...plans.map(lineOf), ...changes.map((each) => replanLine(each, each.run))];
  print(io, lines.length > 0 ? lines : ["No plan was proposed here yet. `reeve plan SPEC.md` asks an agent for one."]);
  return EXIT.ok;
}

const TITLE_WIDTH = 60;

function lineOf(proposal: ListedProposal): string {
  const { id, record, approval } = proposal;
  const where = approval === null ? "" : ` → ${plainText(approval.out)}`;
  const from = record === null ? "" : ` (${plainText(record.spec)}, ${record.agent})`;
  return `${id}  ${stateOf(proposal)}${where}  ${clip(plainText(record?.title ?? ""), TITLE_WIDTH)}${from}`;
}

function stateOf({ isAsking, record, approval }: ListedProposal): string {
  if (approval !== null) return "approved";
  if (record === null || record.end.type === "asking") return isAsking ? "being asked for" : "unfinished";
  return endWord(record.end);
}

function jsonOf(proposal: ListedProposal): object {
  const { id, record, approval } = proposal;
  const { title = null, spec = null, agent = null, at = null } = record ?? {};
  return { id, state: stateOf(proposal), title, spec, agent, at, approval };
}
