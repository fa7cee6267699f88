/** Sentences about reviews, and about branches laid side by side. Part of `narrate`. */
import { never } from "../domain/bug.ts";
import { type CoherenceReport, SECTIONS } from "../domain/coherence.ts";
import type { Event, EventOf } from "../engine/event.ts";
import { becauseSentence } from "../engine/sentences.ts";
import { hush, type Sentence, say } from "./sentence.ts";
import { countOf, plainText, withoutStop } from "./words.ts";

export type JudgedEvent = Extract<
  Event,
  { type: "task_reviewed" | "task_claim_judged" | "task_compared" | "task_sent_back" | `coherence_${string}` }
>;

export function narrateJudged(event: JudgedEvent): Sentence {
  switch (event.type) {
    case "task_reviewed":
      return reviewed(event);
    case "task_claim_judged":
      return say(event.task, CLAIMS[event.verdict], event.reasons);
    case "task_compared":
      return compared(event);
    case "task_sent_back":
      return say(event.task, `leaves the merge queue: ${becauseSentence(event.because)}`, event.because.evidence);
    case "coherence_decided":
      return decided(event);
    case "coherence_released":
      return say(null, `It is decided what becomes of ${event.about}; the others go on`);
    case "coherence_checked":
      return checked(event);
    default:
      return never(event, "event");
  }
}

const CLAIMS = {
  approve: "the reviewer agrees that it cannot be done as specified",
  reject: "the reviewer says that it can be done",
  unsure: "the reviewer cannot tell whether it can be done",
} as const;

function reviewed({ task, verdict, reasons, mustChange }: EventOf<"task_reviewed">): Sentence {
  if (verdict === "approve") return say(task, "is approved by the reviewer", reasons);
  const first = withoutStop(plainText(reasons[0] ?? mustChange[0] ?? "no reason was given"));
  if (verdict === "unsure") return say(task, `goes on, but the reviewer is unsure: ${first}`, reasons.slice(1));
  return say(task, `is rejected by the reviewer: ${first}`, [...reasons.slice(1), ...mustChange]);
}

function compared(event: EventOf<"task_compared">): Sentence {
  const { task, report, trouble, next } = event;
  if (trouble !== undefined)
    return say(
      task,
      `could not be laid beside the others (${withoutStop(plainText(trouble))}); it is merged all the same`,
    );
  const found = sentencesOf(report);
  if (found.length === 0) return hush(event);
  const follows = { merge: "it is merged", back: "it goes back", wait: "it waits" }[next];
  return say(task, `was laid beside the others, ${countOf(found.length, "finding")}: ${follows}`, found);
}

function decided({ about, step, because }: EventOf<"coherence_decided">): Sentence {
  const why = becauseSentence(because);
  const { evidence } = because;
  switch (step) {
    case "retry":
      return say(about, `has to change: ${why}`, evidence);
    case "reopen":
      return say(about, `has to change though it is done: ${why}`, evidence);
    case "ask":
      return say(
        about,
        `${about === null ? "Somebody has to decide" : "all others wait until this is decided"}: ${why}`,
        evidence,
      );
    case "give_up":
      return say(about, `Nobody is to be asked, so this stays as it is: ${why}`, evidence);
    default:
      return never(step, "step");
  }
}

function checked({ advisor, report }: EventOf<"coherence_checked">): Sentence {
  if (report === null) return say(null, `${advisor} gave no usable answer about the whole; the run goes on`);
  const found = sentencesOf(report);
  return say(null, `${advisor} has looked at the integrated whole: ${countOf(found.length, "finding")}`, found);
}

function sentencesOf(report: CoherenceReport): string[] {
  return SECTIONS.flatMap((section) =>
    report[section].map(({ severity, sentence }) => `${severity}: ${plainText(sentence)}`),
  );
}
