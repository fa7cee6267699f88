/** What the answer to the last prompt means: the protocol's reason to stop, an error, or an error in the place of an answer. */
import type { FailureClass } from "../../../../domain/proof/failure.ts";
import type { DriverEnd } from "../driver-lines.ts";
import { failureOf } from "../failures.ts";
import type { Answer } from "./acp-connection.ts";
import { failureAsAnswer, refusedFailure } from "./acp-failures.ts";

export function acpEnd(answer: Answer, text: string, isInterrupted: boolean, now: number): DriverEnd {
  if (isInterrupted) return { type: "end", how: "interrupted", text };
  if (answer.type === "gone")
    return failedEnd(
      text,
      failureOf({ class: "crash", message: "The agent disappeared before its turn was over." }, now),
    );
  if (answer.type !== "result") return failedEnd(text, refusedFailure(answer, "The agent's turn failed", now));
  const reason = String(answer.result["stopReason"]);
  if (reason === "end_turn") {
    const failure = failureAsAnswer(text, now);
    return failure ? failedEnd(text, failure) : { type: "end", how: "done", text };
  }
  const [kind, message] = STOPS[reason] ?? [
    "unknown",
    `The agent stopped for a reason Reeve does not know (${reason}).`,
  ];
  return failedEnd(text, failureOf({ class: kind, message, said: [text.slice(-500)] }, now));
}

const STOPS: Readonly<Record<string, readonly [FailureClass, string]>> = {
  max_tokens: ["context_overflow", "The agent's answer was cut off: the limit of tokens was reached."],
  max_turn_requests: ["max_turns", "The agent reached its own limit of requests in one turn."],
  refusal: ["refusal_or_blocked", "The agent declined to continue."],
  cancelled: ["crash", "The agent cancelled its turn, and Reeve had not asked for that."],
};

function failedEnd(text: string, failure: NonNullable<DriverEnd["failure"]>): DriverEnd {
  return { type: "end", how: "failed", text, failure };
}
