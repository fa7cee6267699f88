/**
 * A review as Markdown: the file beside the journal and the text of a pull request. Whatever plans, agents and gates said
 * is shown and can do nothing. Bounded: what does not fit is counted.
 */

import type { ReviewWriter } from "../../app/deliver/pull-requests.ts";
import type { Review, RunReview, TaskReview } from "../../app/deliver/review.ts";
import { canonicalJson } from "../../basics/canonical-json.ts";
import type { GateResult } from "../../domain/proof/gate.ts";
import type { SealedReceipt } from "../../domain/proof/receipt.ts";
import { clip, countOf, plainText } from "../words.ts";
import { claimTexts } from "./claim-words.ts";
import { markdownBlock, markdownCode, markdownText } from "./markdown.ts";
import { RECEIPTS_FETCH } from "./receipt-words.ts";
import {
  baseText,
  costText,
  gateCounts,
  gateName,
  healthText,
  remarkable,
  runStatus,
  shortCommit,
  sizeText,
  taskStatus,
  turnsOf,
  turnText,
  violationText,
} from "./review-words.ts";

/** For pull requests. */
export const markdownWriter: ReviewWriter = {
  ofRun: reviewMarkdown,
  ofTask: taskMarkdown,
  title: (text, lengthMax) => clip(plainText(text), lengthMax),
};

export function reviewMarkdown({ run, tasks, receipts = [] }: Review, lengthMax = Number.POSITIVE_INFINITY): string {
  const head = [`# ${markdownText(run.title)}`, "", ...runLines(run), "", "## Tasks", ""];
  const sections = tasks.map((task) => [
    `### ${markdownCode(task.id)} ${markdownText(task.title)}`,
    "",
    ...taskLines(task),
    "",
  ]);
  return fitting(head, [...sections, ...receiptSection(receipts, lengthMax)], lengthMax);
}

/** In a file as they are sealed, one to a line, so that `reeve verify` can read them from it; elsewhere how to get them. */
function receiptSection(receipts: readonly SealedReceipt[], lengthMax: number): string[][] {
  if (receipts.length === 0) return [];
  const count = countOf(receipts.length, "receipt");
  if (Number.isFinite(lengthMax))
    return [["## Receipts", "", `${count}, as git notes: ${RECEIPTS_FETCH}, then \`reeve verify\`.`, ""]];
  const about = `${count}; \`reeve verify FILE\` checks them in a clone.`;
  return [["## Receipts", "", about, "", "```json", ...receipts.map(canonicalJson), "```", ""]];
}

/** One task, for a pull request of its own; `after` are tasks whose pull requests come first. */
export function taskMarkdown(run: RunReview, task: TaskReview, after: readonly string[], lengthMax: number): string {
  const order = after.length === 0 ? [] : ["", `Merge after: ${after.map(markdownCode).join(", ")}.`];
  const head = [
    `Task ${markdownCode(task.id)} of run ${markdownCode(run.id)}, ${markdownText(run.title)}.`,
    ...order,
    "",
  ];
  const violations = task.violations.map(violationLine);
  return fitting(head, [[...taskLines(task), ...violations]], lengthMax);
}

/** Whole sections only, so that no block is left open. */
function fitting(head: readonly string[], sections: readonly (readonly string[])[], lengthMax: number): string {
  let text = `${head.join("\n")}\n`;
  for (const [n, section] of sections.entries()) {
    const next = `${section.join("\n")}\n`;
    if (text.length + next.length > lengthMax) return `${text}… ${countOf(sections.length - n, "section")} left out.\n`;
    text += next;
  }
  return `${text.trimEnd()}\n`;
}

function runLines(run: RunReview): string[] {
  const branch =
    run.branch === null ? [] : [`${markdownCode(run.branch)} at ${markdownCode(shortCommit(run.head ?? ""))} is `];
  return [
    `- Run ${markdownCode(run.id)}: ${markdownText(runStatus(run))}; ${markdownText(baseText(run))}`,
    `- ${branch.join("")}${markdownText(healthText(run))}`,
    `- Cost: ${markdownText(costText(run.cost))}`,
    ...run.violations.map(violationLine),
    ...run.recommendations.map((each) => `- Recommended: ${markdownText(each)}`),
    ...gateLines(run.gates.filter((gate) => gate.verdict === "failed" || gate.verdict === "warned")),
  ];
}

function violationLine(violation: RunReview["violations"][number]): string {
  return `- **Violation**: ${markdownText(violationText(violation))}`;
}

function taskLines(task: TaskReview): string[] {
  return [
    `- Status: ${markdownText(taskStatus(task))}`,
    ...changeLines(task),
    ...listLines("The agent says", claimTexts(task).files),
    ...listLines("Decided", claimTexts(task).words),
    ...listLines("Concerns", task.concerns),
    ...listLines("What happened", turnsOf(task).map(turnText)),
    ...evidenceLines(task),
    `- Cost: ${markdownText(costText(task.cost))}`,
  ];
}

function changeLines({ changed, said, branch, commit }: TaskReview): string[] {
  const where =
    branch === null || commit === null ? "" : ` on ${markdownCode(branch)} (${markdownCode(shortCommit(commit))})`;
  if (changed === null || changed.files === 0)
    return said.length === 0 ? [] : [`- The agent says it touched: ${said.map(markdownCode).join(", ")}`];
  const kinds = [
    ["Created", changed.created],
    ["Modified", changed.modified],
    ["Deleted", changed.deleted],
  ] as const;
  const listed = kinds.filter(([, paths]) => paths.length > 0);
  return [
    `- Changed: ${sizeText(changed)}${where}`,
    ...listed.map(([kind, paths]) => `  - ${kind}: ${paths.map(markdownCode).join(", ")}`),
  ];
}

function evidenceLines(task: TaskReview): string[] {
  const own = gateCounts(task.gates);
  const merge = gateCounts(task.mergeGates);
  if (own === "" && merge === "") return [];
  const counts = [own || "none", ...(merge === "" ? [] : [`after the merge ${merge}`])].join("; ");
  return [`- Gates: ${counts}`, ...gateLines(remarkable(task), "  ")];
}

function gateLines(gates: readonly GateResult[], indent = ""): string[] {
  return gates.flatMap((gate) => [
    `${indent}- ${gate.verdict} ${markdownText(gateName(gate))}: ${markdownText(gate.message)}`,
    ...(gate.evidence.length === 0 ? [] : markdownBlock(gate.evidence, `${indent}  `)),
  ]);
}

function listLines(title: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [`- ${title}:`, ...texts.map((text) => `  - ${markdownText(text)}`)];
}
