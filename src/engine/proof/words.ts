/** Sentences about what Reeve and a reviewer find in a task's work. */
import { countOf, plainText, withoutStop } from "../../domain/words/wording.ts";
import { evidenceOf, firstFailed, tally } from "../merge/gate-words.ts";
import { type Sentence, say, type Words } from "../wording/sentence.ts";
import type { ProofEvent } from "./events.ts";

type Of<T extends ProofEvent["type"]> = Extract<ProofEvent, { type: T }>;

export const words: Words<ProofEvent> = {
  task_verified: verified,
  task_reviewed: reviewed,
  task_claim_judged: ({ task, verdict, reasons }) => say(task, CLAIMS[verdict], reasons),
  job_postponed({ task, job, failure }) {
    const doing = job === "verify" ? "be verified" : "be merged";
    const text = `cannot ${doing} now: ${withoutStop(failure.message)}; Reeve will try again`;
    const sentence = say(task, text, failure.evidence);
    // That is told once for all who wait for it.
    return failure.machine === undefined ? sentence : { ...sentence, loudness: "silent" };
  },
};

const CLAIMS = {
  approve: "the reviewer agrees that it cannot be done as specified",
  reject: "the reviewer says that it can be done",
  unsure: "the reviewer cannot tell whether it can be done",
} as const;

function verified({ task, verification, passed }: Of<"task_verified">): Sentence {
  const { gates, changed } = verification;
  if (!passed) return say(task, `is not done: ${firstFailed(gates)}`, evidenceOf(gates));
  const size =
    changed.files === 0 ? "" : `, ${countOf(changed.files, "file")} +${changed.insertions} −${changed.deletions}`;
  const warned = gates.filter(({ verdict }) => verdict === "warned").map(({ message }) => message);
  return say(task, `is verified (${tally(gates)}${size})`, warned);
}

function reviewed({ task, verdict, reasons, mustChange }: Of<"task_reviewed">): Sentence {
  if (verdict === "approve") return say(task, "is approved by the reviewer", reasons);
  const first = withoutStop(plainText(reasons[0] ?? mustChange[0] ?? "no reason was given"));
  if (verdict === "unsure") return say(task, `may proceed, but the reviewer is unsure: ${first}`, reasons.slice(1));
  return say(task, `is rejected by the reviewer: ${first}`, [...reasons.slice(1), ...mustChange]);
}
