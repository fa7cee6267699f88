/** Sentences about work that is compared with others', merged or sent back, and about the whole. */
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
  freeze_lifted: ({ about }) => say(null, `It is decided how ${about} proceeds; the other tasks continue`),
  coherence_checked: checked,
  run_checking: () => say(null, "All tasks have ended; Reeve checks the integrated work once more"),
  run_checked: ({ gates, passed }) =>
    passed
      ? say(null, `The integrated work is green (${tally(gates)})`)
      : say(null, `The integrated work is red: ${firstFailed(gates)}`, evidenceOf(gates)),
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
        `is sent back: it conflicts${others} in ${countOf(integration.files.length, "file")}`,
        integration.files,
      );
    case "red":
      return say(
        task,
        `is sent back: merged${others}, it fails its gates: ${firstFailed(integration.gates)}`,
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
      `could not be compared with the others' work (${withoutStop(plainText(trouble))}); it is merged anyway`,
    );
  const found = sentencesOf(report);
  if (found.length === 0) return hush(event);
  const follows = { merge: "it is merged", back: "it is sent back", wait: "it waits" }[next];
  return say(task, `was compared with the others' work, ${countOf(found.length, "finding")}: ${follows}`, found);
}

function decided({ about, step, because }: Of<"coherence_decided">): Sentence {
  const why = becauseSentence(because);
  const { evidence } = because;
  switch (step) {
    case "retry":
      return say(about, `must change: ${why}`, evidence);
    case "reopen":
      return say(about, `must change although it is done: ${why}`, evidence);
    case "ask":
      return say(
        about,
        `${about === null ? "A person has to decide" : "all other tasks wait until this is decided"}: ${why}`,
        evidence,
      );
    case "accept":
      return say(about, `is merged as it is, because a person accepted it: ${why}`, evidence);
    case "give_up":
      return say(about, `Reeve may not ask a person in this run, so this stays as it is: ${why}`, evidence);
    default:
      return never(step, "step");
  }
}

function checked({ advisor, report }: Of<"coherence_checked">): Sentence {
  if (report === null)
    return say(null, `${advisor} gave no usable answer about the integrated work; the run continues`);
  const found = sentencesOf(report);
  return say(null, `${advisor} looked at the integrated work: ${countOf(found.length, "finding")}`, found);
}

function sentencesOf(report: CoherenceReport): string[] {
  return SECTIONS.flatMap((section) =>
    report[section].map(({ severity, sentence }) => `${severity}: ${plainText(sentence)}`),
  );
}
