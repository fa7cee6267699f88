/** What was decided about a task, oldest first, in sentences, each with its evidence: the trail. Words only. */
import type { Happened } from "../../app/look/explain.ts";
import { tellingLines } from "../../domain/proof/gate.ts";
import type { Role } from "../../domain/spec/plan.ts";
import { plainText, untold } from "../../domain/words/wording.ts";
import { giverText } from "../../domain/work/giver.ts";
import type { Event } from "../../engine/event.ts";
import { narrate } from "../narrate.ts";

export interface TrailStep {
  readonly at: number;
  readonly seq: number;
  /** Which glyph and colour it has. */
  readonly state: "working" | "failed" | "proving" | "sent" | "done" | "question" | "waiting" | "backoff" | "limit";
  readonly type: Event["type"];
  readonly text: string;
  readonly by: string | null;
  readonly evidence: readonly string[];
}

const EVIDENCE_MAX = 40;

export function trailOf(decisions: readonly Happened[], role: Role): TrailStep[] {
  return decisions.flatMap(({ at, seq, event, by }) => {
    const sentence = narrate(event, () => role);
    if (sentence.loudness === "silent" && sentence.text === event.type.replaceAll("_", " ")) return [];
    const evidence = untold(sentence.text, [...sentence.evidence, ...linesOf(event)]);
    return [
      {
        at,
        seq,
        state: stateOf(event),
        type: event.type,
        text: sentence.text,
        by: by === undefined ? null : plainText(giverText(by)),
        evidence: [...new Set(evidence)].slice(0, EVIDENCE_MAX),
      },
    ];
  });
}

/** What the sentence rests on and does not hold: the telling lines of what failed. */
function linesOf(event: Event): readonly string[] {
  if (event.type === "task_verified")
    return event.verification.gates
      .filter(({ verdict }) => verdict === "failed")
      .flatMap((gate) => [`${gate.name}: ${gate.message}`, ...tellingLines(gate, 12)].map(plainText));
  if (event.type === "attempt_ended" && event.outcome.type === "failed")
    return event.outcome.failure.evidence.map(plainText);
  if (event.type === "task_integrated" && event.integration.type !== "merged")
    return event.integration.report.split("\n").map(plainText);
  return "because" in event && event.because !== null ? event.because.evidence.map(plainText) : [];
}

const STATES: Readonly<Partial<Record<Event["type"], TrailStep["state"]>>> = {
  attempt_started: "working",
  attempt_admitted: "working",
  task_reviewed: "proving",
  task_compared: "proving",
  task_sent_back: "sent",
  task_done: "done",
  question_asked: "question",
  question_joined: "question",
  question_answered: "question",
  restart_scheduled: "backoff",
  account_held: "limit",
  task_given_up: "failed",
  supervisor_gave_up: "failed",
};

function stateOf(event: Event): TrailStep["state"] {
  if (event.type === "task_verified") return event.passed ? "proving" : "failed";
  if (event.type === "task_integrated") return event.integration.type === "merged" ? "done" : "sent";
  if (event.type === "attempt_ended")
    return event.outcome.type === "failed" ? "failed" : event.outcome.type === "blocked" ? "question" : "working";
  return STATES[event.type] ?? "waiting";
}
