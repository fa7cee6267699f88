/**
 * Answers that were refused for their form, and what comes after them: the same one again is refused again, any other is a
 * repair and is marked as one. Only where the work changed files must a repaired result name some of them.
 */
import type { GateResult, Verification } from "../../domain/proof/gate.ts";
import { countOf } from "../../domain/words/wording.ts";
import type { Advisor } from "../../domain/work/advisor.ts";
import { answerDigest } from "../../domain/work/junk.ts";
import type { Outcome } from "../../domain/work/outcome.ts";
import type { Task } from "../../domain/work/task.ts";
import type { EventOf } from "../event.ts";

/** What merely has the right form does not become better by being said twice. */
export function notRefusedBefore({ counts }: Task | Advisor, outcome: Outcome): Outcome {
  if (outcome.type !== "done" && outcome.type !== "blocked") return outcome;
  const refused = answerDigest(outcome.result);
  if (!counts.refused?.includes(refused)) return outcome;
  const message = "The agent gave the same result that was refused before.";
  const failure = { class: "malformed_output", restart: "transient", message, evidence: [], refused } as const;
  return { type: "failed", failure };
}

/** Null: nothing was refused before it. */
export function repairedBy(
  { counts, because }: Task | Advisor,
  outcome: Outcome,
): EventOf<"attempt_ended">["repaired"] | null {
  const isAnswer = outcome.type === "done" || outcome.type === "blocked" || outcome.type === "advised";
  const refused = counts.refused?.length ?? 0;
  if (!isAnswer || refused === 0) return null;
  const message = `${because?.facts["message"] ?? "it was not in the agreed form"}`.replace(/\.$/, "");
  return { refused, because: message };
}

export function repairWords({ refused, because }: NonNullable<EventOf<"attempt_ended">["repaired"]>): string {
  return `this answer is a repaired one: ${countOf(refused, "answer")} before it could not be used (${because})`;
}

/** Empty where nothing is wrong with it. */
export function emptyRepair({ counts, result }: Task, { changed }: Verification): GateResult[] {
  if (!counts.refused?.length || result === null || changed.files === 0) return [];
  if (result.files_created.length + result.files_modified.length > 0) return [];
  const files = [...changed.created, ...changed.modified, ...changed.deleted].slice(0, FILES_MAX);
  return [
    {
      gate: "declared_files",
      name: "declared_files",
      verdict: "failed",
      message: `The result was repaired, but files_created and files_modified are empty although ${countOf(changed.files, "file")} changed.`,
      evidence: files,
      tookMs: 0,
    },
  ];
}

const FILES_MAX = 20;
