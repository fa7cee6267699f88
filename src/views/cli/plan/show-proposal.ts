/** Shows one proposal, as sentences or as JSON, with every mistake of its plan. Shared by the commands around it. */

import type { Proposal } from "../../../app/plan/proposals.ts";
import type { CheckedProposal } from "../../../app/plan/proposed.ts";
import { shown } from "../../../app/project/project.ts";
import type { Checked } from "../../../config/mistakes/mistake.ts";
import type { Plan } from "../../../domain/spec/plan.ts";
import { endWord, planLines, recordLines, wavesOf } from "../../proposal-words.ts";
import { plainText } from "../../words.ts";
import { type Io, print, printJson } from "../io.ts";
import { reportMistakes } from "../refuse.ts";

export function showProposal(io: Io, { proposal, checked }: CheckedProposal, json: boolean | undefined): void {
  if (json) return printJson(io, jsonOf(io, proposal, checked));
  if (checked) reportMistakes(io, checked.ok ? [] : checked.mistakes, checked.warnings);
  print(io, linesOf(io, proposal, checked));
}

function linesOf(io: Io, { id, record, planFile, approval }: Proposal, checked: Checked<Plan> | null): string[] {
  const title = checked?.ok ? checked.value.title : (record?.title ?? "");
  const by = record === null ? "" : ` (from ${plainText(record.spec)}, by ${record.agent}${modelText(record.model)})`;
  return [
    `Proposal ${id}: ${plainText(title)}${by}`,
    ...(checked?.ok ? planLines(checked.value) : []),
    ...(record === null ? [] : recordLines(record)),
    ...endLines(record),
    ...(approval === null
      ? nextLines(io, id, planFile, checked)
      : [`It was approved and is in ${plainText(approval.out)}.`]),
  ];
}

function modelText(model: string | null): string {
  return model === null ? "" : `, ${plainText(model)}`;
}

function endLines(record: Proposal["record"]): readonly string[] {
  if (record === null || record.end.type === "asking") return ["The planner did not finish."];
  const { end } = record;
  if (end.type === "failed")
    return [`The planner failed: ${plainText(end.failure.message)}`, ...end.failure.evidence.map(indented)];
  if (end.type === "unusable")
    return ["The planner's last answer could not be used as it is:", ...end.problems.map(indented)];
  return end.type === "stopped" ? ["The planner was stopped."] : [];
}

function nextLines(io: Io, id: string, planFile: string | null, checked: Checked<Plan> | null): readonly string[] {
  if (planFile === null || checked === null) return ["There is no plan to approve; `reeve plan` asks again."];
  const file = shown(planFile, io.cwd);
  return checked.ok
    ? [`It is in ${file}; edit it as you like. Next: \`reeve approve ${id}\`, then \`reeve run\`.`]
    : [`It is in ${file}. Fix it there, then \`reeve approve ${id}\`; or \`reeve plan\` asks again.`];
}

function indented(text: string): string {
  return `  ${plainText(text)}`;
}

function jsonOf(io: Io, { id, record, planFile, approval }: Proposal, checked: Checked<Plan> | null): object {
  const plan = checked?.ok ? checked.value : null;
  const waves = plan === null ? null : Object.fromEntries(wavesOf(plan));
  return {
    id,
    state: approval === null ? (record === null ? "unfinished" : endWord(record.end)) : "approved",
    file: planFile === null ? null : shown(planFile, io.cwd),
    approval,
    plan,
    waves,
    mistakes: checked === null || checked.ok ? [] : checked.mistakes,
    warnings: checked?.warnings ?? [],
    about: record,
  };
}
