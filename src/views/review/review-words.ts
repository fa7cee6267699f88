/** The words of a review that text and Markdown share. Nothing in them comes from an agent without `plainText`. */

import type { Cost, RunReview, TaskReview } from "../../app/deliver/review.ts";
import type { Turn } from "../../app/deliver/review-history.ts";
import { never } from "../../domain/bug.ts";
import type { GateResult } from "../../domain/proof/gate.ts";
import { spentText } from "../../domain/words/spent.ts";
import { tally } from "../../engine/merge/gate-words.ts";
import { questionText } from "../../engine/question/question-text.ts";
import { violationText as ruleText } from "../../engine/violation/words.ts";
import { becauseSentence } from "../../engine/wording/because-words.ts";
import { bytesText, countOf, durationOf, plainText, withoutStop } from "../words.ts";

export function shortCommit(commit: string): string {
  return commit.slice(0, 7);
}

export function runStatus({ phase, verdict, because, counts, total, health }: RunReview): string {
  const done = `${counts.done} of ${countOf(total, "task")} done`;
  if (phase === "ended" && verdict === "done") return `${done}, ended`;
  if (phase === "ended" && health === "red" && counts.given_up === 0)
    return `${done}, ended, but the integrated work is red`;
  if (phase === "ended") return `${done}, ended; not everything was done`;
  if (phase === "halted" && because) return `${done}, halted: ${plainText(becauseSentence(because))}`;
  return `${done}, not ended yet (${phase})`;
}

export function baseText({ base }: RunReview): string {
  if (base === null) return "worked in the project's folder, without branches of its own";
  return `started from ${base.branch === null ? "" : `${plainText(base.branch)} at `}${shortCommit(base.commit)}`;
}

/** Whether the whole is green, or why nobody can say so. */
export function healthText({ health, gates, merged }: RunReview): string {
  switch (health) {
    case "green":
      return `green: ${gateCounts(gates) || "there was no gate to look at"}`;
    case "red":
      return `red: ${gateCounts(gates)}`;
    case "unchecked":
      return `not checked as a whole yet; ${merged === 1 ? "its one merge" : `each of its ${merged} merges`} passed its gates`;
    case "empty":
      return "nothing was merged into it";
    case "no_branch":
      return "nothing is integrated in such a run";
    default:
      return never(health, "health");
  }
}

export function taskStatus({ status, merge, because, changed }: TaskReview): string {
  const word = status.replaceAll("_", " ");
  if (status === "done") return merge === null ? doneText(changed) : `done, merged as ${shortCommit(merge)}`;
  if ((status === "given_up" || status === "skipped") && because)
    return `${word}: ${withoutStop(plainText(becauseSentence(because)))}`;
  return word;
}

function doneText(changed: TaskReview["changed"]): string {
  return changed?.files === 0 ? "done, nothing had to change" : "done";
}

/** 3 files, +120 −4 */
export function sizeText({ files, insertions, deletions }: NonNullable<TaskReview["changed"]>): string {
  return `${countOf(files, "file")}, +${insertions} −${deletions}`;
}

/** As in "2 quality gates passed; 6 built-in checks passed"; empty where nothing was looked at. */
export function gateCounts(gates: readonly GateResult[]): string {
  return gates.some((gate) => gate.verdict !== "skipped") ? tally(gates.map((gate) => ({ ...gate, tookMs: 0 }))) : "";
}

export function failedNames(gates: readonly GateResult[]): string {
  return gates
    .filter((gate) => gate.verdict === "failed")
    .map((gate) => `${gateName(gate)} failed (${withoutStop(plainText(gate.message))})`)
    .join(", ");
}

/** The gate, and which of its kind where there are several. */
export function gateName({ gate, name }: GateResult): string {
  const kind = gate.replaceAll("_", " ");
  return name === gate ? kind : `${kind} ${plainText(name)}`;
}

/** What somebody who reviews has to know of: warnings and failures, also of the merge. */
export function remarkable({ gates, mergeGates }: Pick<TaskReview, "gates" | "mergeGates">): readonly GateResult[] {
  return [...gates, ...mergeGates].filter((gate) => gate.verdict === "warned" || gate.verdict === "failed");
}

export function costText({ attempts, tookMs, ...spent }: Cost): string {
  return `${countOf(attempts, "attempt")}, ${spentText(spent) || "no usage reported"}, ${durationOf(tookMs)}`;
}

/** Null where there is nothing to give back. */
export function diskText({ bytes, isPart }: { readonly bytes: number; readonly isPart: boolean }): string | null {
  if (bytes === 0) return null;
  return `${isPart ? "more than " : ""}${bytesText(bytes)} on disk; \`reeve clean --dry-run\` shows what can be removed`;
}

const TURN_WORDS: Readonly<Record<Turn["what"], string>> = {
  again: "retried",
  asked: "asked you",
  answered: "was answered",
  skipped: "skipped",
  given_up: "given up",
  revived: "back in the queue",
};

/** Without the one that its status tells already. */
export function turnsOf({ turns, status }: TaskReview): readonly Turn[] {
  return turns.at(-1)?.what === status ? turns.slice(0, -1) : turns;
}

export function turnText(turn: Turn): string {
  return `${TURN_WORDS[turn.what]}: ${withoutStop(saidIn(turn))}`;
}

/** Why it was decided, or what was asked or answered. */
export function saidIn(turn: Turn): string {
  if ("question" in turn) return questionText(turn.question);
  return plainText("because" in turn ? becauseSentence(turn.because) : turn.text);
}

export function violationText(violation: RunReview["violations"][number]): string {
  const { paths, attempts, rule } = violation;
  if (!REVIEWED.has(rule)) return ruleText(violation);
  const who = attempts.length === 0 ? "" : ` while ${attempts.join(", ")} worked`;
  if (rule === "advisor_wrote")
    return `${attempts.join(", ")} may only read, but wrote ${paths.map(plainText).join(", ")}; Reeve discarded that`;
  if (rule === "order_by_agent")
    return `${attempts.join(", ") || "something inside an attempt"} tried to give an order as if it were a person, which was refused: ${paths.map(plainText).join("; ")}`;
  if (rule === "integration_moved") return `${paths.map(plainText).join("; ")}${who}`;
  return `something was written to your checkout${who}: ${paths.map(plainText).join(", ")}`;
}

/** Those that a review says more of than the journal's sentence. */
const REVIEWED: ReadonlySet<string> = new Set([
  "advisor_wrote",
  "order_by_agent",
  "integration_moved",
  "outside_write",
]);

/** What a person would do next with the run. */
export function nextSteps(run: RunReview): readonly string[] {
  if (run.phase !== "ended") return ["reeve status"];
  if (run.branch === null || run.health === "empty") return [];
  const look = [`git log reeve/${run.id}`, "reeve review --task TASK --diff"];
  if (run.health === "red") return [...look, "reeve why"];
  const all = run.counts.done + run.counts.skipped === run.total;
  return [...look, "reeve review --open-pr", all ? "reeve land" : "reeve land --partial"];
}
