/** A review as lines of text: compact, and only what there is to tell. */

import type { Review, RunReview, TaskReview } from "../../../app/deliver/review.ts";
import type { WorktreesUse } from "../../../app/run/fleets.ts";
import type { GateResult } from "../../../domain/proof/gate.ts";
import { claimTexts } from "../../review/claim-words.ts";
import {
  baseText,
  costText,
  diskText,
  gateCounts,
  gateName,
  healthText,
  nextSteps,
  remarkable,
  runStatus,
  shortCommit,
  sizeText,
  taskStatus,
  turnsOf,
  turnText,
  violationText,
} from "../../review/review-words.ts";
import { plainText, widthOf } from "../../words.ts";

/** `only`: one task, without the run around it. `disk`: what its worktrees take, where somebody has looked. */
export function renderReview({ run, tasks }: Review, only: string | null, disk: WorktreesUse | null = null): string[] {
  const shown = only === null ? tasks : tasks.filter((task) => task.id === only);
  const width = Math.max(...shown.map((task) => widthOf(task.id)));
  const lines = shown.flatMap((task) => ["", ...taskLines(task, width)]);
  if (only === null) return [...runLines(run), ...lines, "", ...closing(run, disk)];
  const violations = shown.flatMap((task) => rows("violation", task.violations.map(violationText)));
  return [...lines.slice(1), ...violations];
}

function runLines(run: RunReview): string[] {
  const branch = run.branch === null ? "" : `${run.branch} at ${shortCommit(run.head ?? "")} is `;
  return [
    `${run.id}  ${plainText(run.title)}`,
    `${runStatus(run)} · ${baseText(run)}`,
    `${branch}${healthText(run)}`,
    ...(run.sandbox === undefined ? [] : [plainText(run.sandbox)]),
    ...run.gates
      .filter((gate) => gate.verdict === "warned" || gate.verdict === "failed")
      .flatMap(remarks)
      .map((line) => `  ${line}`),
    ...run.violations.map((violation) => `Violation: ${violationText(violation)}`),
    ...run.recommendations.map((each) => `Recommended: ${plainText(each)}`),
  ];
}

function taskLines(task: TaskReview, width: number): string[] {
  const title = task.title === task.id ? "" : `  ${plainText(task.title)}`;
  const name = `${task.id}${" ".repeat(Math.max(0, width - widthOf(task.id)))}`;
  return [
    `${name}${title} — ${taskStatus(task)}`,
    ...rows("changed", changes(task)),
    ...rows("branch", task.branch === null || !task.changed?.files ? [] : [task.branch]),
    ...rows("says", claimTexts(task).files),
    ...rows("decided", claimTexts(task).words),
    ...rows("concerns", task.concerns.map(plainText)),
    ...rows("history", turnsOf(task).map(turnText)),
    ...rows("gates", gateSummary(task)),
    ...rows("cost", task.cost.attempts === 0 ? [] : [costText(task.cost)]),
  ];
}

const FILES_MAX = 8;

function changes({ changed, said }: TaskReview): string[] {
  if (changed === null || changed.files === 0)
    return said.length === 0 ? [] : [`the agent says: ${said.slice(0, FILES_MAX).map(plainText).join(", ")}`];
  const paths = [
    ...changed.created.map((path) => `${plainText(path)} (new)`),
    ...changed.modified.map(plainText),
    ...changed.deleted.map((path) => `${plainText(path)} (deleted)`),
  ];
  const shown = paths.slice(0, FILES_MAX);
  const more = changed.files > shown.length ? [`… and ${changed.files - shown.length} more`] : [];
  return [sizeText(changed), ...shown, ...more];
}

function gateSummary(task: TaskReview): string[] {
  const own = gateCounts(task.gates);
  const merge = gateCounts(task.mergeGates);
  if (own === "" && merge === "") return [];
  return [`${own || "none"}${merge === "" ? "" : ` · after the merge ${merge}`}`, ...remarkable(task).flatMap(remarks)];
}

const EVIDENCE_MAX = 3;

/** With the end of what a failed gate printed. */
function remarks(gate: GateResult): string[] {
  const evidence = gate.verdict === "failed" ? gate.evidence.slice(-EVIDENCE_MAX) : [];
  return [
    `${gate.verdict} ${gateName(gate)}: ${plainText(gate.message)}`,
    ...evidence.map((line) => `| ${plainText(line)}`),
  ];
}

const LABEL_WIDTH = 11;

/** The label once, what belongs to it below each other. */
function rows(label: string, lines: readonly string[]): string[] {
  return lines.map((line, n) => `  ${(n === 0 ? label : "").padEnd(LABEL_WIDTH)}${line}`);
}

function closing(run: RunReview, disk: WorktreesUse | null): string[] {
  const taken = disk === null ? null : diskText(disk);
  const room = taken === null ? [] : [`Worktrees: ${taken}`];
  const steps = nextSteps(run);
  const next = steps.length === 0 ? [] : ["", "Next", ...steps.map((step) => `  ${step}`)];
  return [`Cost: ${costText(run.cost)}`, ...room, ...next];
}
