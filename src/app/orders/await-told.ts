/** What became of a word to an agent at work: waits a little for the Reeve that hands it on. It only looks. */
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { Answer } from "../../engine/input.ts";
import type { Told } from "../../engine/talk/events.ts";
import type { OpenedRun } from "../project/open-run.ts";
import { followRecords } from "../project/records.ts";

export type ToldReport =
  /** kept: no agent is working on the task; its next attempt reads it. */
  | { readonly how: "kept"; readonly task: string }
  /** later: it is told as soon as it is up. */
  | { readonly how: "later"; readonly attempt: AttemptId }
  | { readonly how: Told; readonly attempt: AttemptId };

const HANDED_ON_MS = 5_000;

export async function awaitTold(
  opened: OpenedRun,
  task: string,
  { to, message }: Extract<Answer, { type: "told" }>,
  from: number,
): Promise<ToldReport> {
  if (to === null) return { how: "kept", task };
  const isHeld = opened.state.attempts.live.get(to)?.phase === "deferred";
  const how = isHeld ? null : await handedOn(opened, to, message, from);
  return { how: how ?? "later", attempt: to };
}

/** Null: nothing is known in time. */
async function handedOn(
  { project, place }: OpenedRun,
  to: AttemptId,
  message: string,
  from: number,
): Promise<Told | null> {
  const inTime = AbortSignal.timeout(HANDED_ON_MS);
  for await (const { events } of followRecords(project, place.id, from, inTime))
    for (const event of events) {
      if (event.type === "attempt_told" && event.message === message) return event.how;
      if (event.type === "attempt_ended" && event.attempt === to) return "not_running";
    }
  return null;
}
