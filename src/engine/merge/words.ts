/** Sentences about work that is laid beside others', merged or sent back, and about the whole. */
import { never } from "../../domain/bug.ts";
import { type CoherenceReport, SECTIONS } from "../../domain/proof/coherence.ts";
import type { GateResult } from "../../domain/proof/gate.ts";
import { countOf, plainText, withoutStop } from "../../domain/words/wording.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { hush, type Sentence, say, type Words } from "../wording/sentence.ts";
import type { MergeEvent } from "./events.ts";
import { evidenceOf, firstFailed, tally } from "./gate-words.ts";

type Of<T extends MergeEvent["type"]> = Extract<MergeEvent, { type: T }>;

export const words: Words<MergeEvent> = {
  task_integrated: integrated,
  task_compared: compared,
  task_sent_back: ({ task, because }) =>
    say(task, `leaves the merge queue: ${becauseSentence(because)}`, because.evidence),
  coherence_decided: decided,
  freeze_lifted: ({ about }) => say(null, `It is decided what becomes of ${about}; the others go on`),
  coherence_checked: checked,
  run_checking: () => say(null, "All tasks have ended; the integrated whole is checked once more"),
  run_checked: ({ gates, passed }) =>
    passed
      ? say(null, `The integrated whole is green (${tally(gates)})`)
      : say(null, `The integrated whole is red: ${firstFailed(gates)}`, evidenceOf(gates)),
};

function integrated({ task, integration }: Of<"task_integrated">): Sentence {
  const others =
    "others" in integration && integration.others.length > 0 ? ` with ${integration.others.join(", ")}` : "";
  switch (integration.type) {
    case "merged":
      return integration.commit === integration.onto
        ? say(task, "has nothing to merge")
        : say(task, `is merged (${integration.commit.slice(0, 8)}${gatesAgain(integration.gates)})`);
    case "conflict":
      return say(
        task,
        `goes back: it conflicts${others} in ${countOf(integration.files.length, "file")}`,
        integration.files,
      );
    case "red":
      return say(
        task,
        `goes back: merged${others} it is red: ${firstFailed(integration.gates)}`,
        evidenceOf(integration.gates),
      );
    default:
      return never(integration, "integration");
  }
}

function gatesAgain(gates: readonly GateResult[]): string {
  return gates.length === 0 ? "" : `, ${tally(gates, " again")}`;
}

function compared(event: Of<"task_compared">): Sentence {
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

function decided({ about, step, because }: Of<"coherence_decided">): Sentence {
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

function checked({ advisor, report }: Of<"coherence_checked">): Sentence {
  if (report === null) return say(null, `${advisor} gave no usable answer about the whole; the run goes on`);
  const found = sentencesOf(report);
  return say(null, `${advisor} has looked at the integrated whole: ${countOf(found.length, "finding")}`, found);
}

function sentencesOf(report: CoherenceReport): string[] {
  return SECTIONS.flatMap((section) =>
    report[section].map(({ severity, sentence }) => `${severity}: ${plainText(sentence)}`),
  );
}
