/** What became of a word to an agent at work: waits a little for the Reeve that hands it on. It only looks. */
import type { AttemptId } from "../../../domain/attempt.ts";
import { workOfAttempt } from "../../../domain/attempt.ts";
import type { Event } from "../../../engine/event.ts";
import type { Answer, Input } from "../../../engine/input.ts";
import type { Told } from "../../../engine/talk/events.ts";
import { TOLD } from "../../../engine/talk/words.ts";
import type { OpenedRun } from "../open-run.ts";

export interface ToldReport {
  readonly text: string;
  /** kept: nobody works on it now. later: it is told as soon as it is up. */
  readonly told: Told | "kept" | "later";
}

const HANDED_ON_MS = 5_000;

export async function awaitTold(
  run: OpenedRun,
  { task, to, message }: Extract<Answer, { type: "told" }> & { readonly task: string },
  from: number,
): Promise<ToldReport> {
  if (to === null)
    return { told: "kept", text: `Nobody works on ${task} now: its next attempt reads it in its prompt.` };
  const isHeld = run.state.attempts.live.get(to)?.phase === "deferred";
  const how = isHeld ? null : await handedOn(run, to, message, from);
  if (how === null) return { told: "later", text: `${to} is told as soon as it works; \`reeve events\` shows it.` };
  return { told: how, text: `${workOfAttempt(to)}: attempt ${to.slice(to.lastIndexOf(".") + 1)} ${TOLD[how]}.` };
}

/** Null: nothing is known in time. */
async function handedOn(
  { project, place }: OpenedRun,
  to: AttemptId,
  message: string,
  from: number,
): Promise<Told | null> {
  const records = project.runs.tail<Input, Event>(place.id, from, AbortSignal.timeout(HANDED_ON_MS));
  for await (const { events } of records)
    for (const event of events) {
      if (event.type === "attempt_told" && event.message === message) return event.how;
      if (event.type === "attempt_ended" && event.attempt === to) return "not_running";
    }
  return null;
}
