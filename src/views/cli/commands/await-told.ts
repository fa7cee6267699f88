/** What became of a word to an agent at work: waits a little for the Reeve that hands it on. It only looks. */
import type { AttemptId } from "../../../domain/attempt.ts";
import { workOfAttempt } from "../../../domain/attempt.ts";
import type { Event } from "../../../engine/event.ts";
import type { Answer, Input } from "../../../engine/input.ts";
import type { Told } from "../../../engine/talk/events.ts";
import { TOLD } from "../../../engine/talk/words.ts";
import { tailRun } from "../../../journal/read-run.ts";
import type { OpenedRun } from "../open-run.ts";

export interface ToldReport {
  readonly text: string;
  /** kept: nobody works on it now. later: it is told as soon as it is up. */
  readonly told: Told | "kept" | "later";
}

const HANDED_ON_MS = 5_000;

export async function awaitTold(
  { journal, state }: OpenedRun,
  { task, to, message }: Extract<Answer, { type: "told" }> & { readonly task: string },
  from: number,
): Promise<ToldReport> {
  if (to === null)
    return { told: "kept", text: `Nobody works on ${task} now: its next attempt reads it in its prompt.` };
  const isHeld = state.attempts.live.get(to)?.phase === "deferred";
  const how = isHeld ? null : await handedOn(journal, to, message, from);
  if (how === null) return { told: "later", text: `${to} is told as soon as it works; \`reeve events\` shows it.` };
  return { told: how, text: `${workOfAttempt(to)}: attempt ${to.slice(to.lastIndexOf(".") + 1)} ${TOLD[how]}.` };
}

/** Null: nothing is known in time. */
async function handedOn(journal: string, to: AttemptId, message: string, from: number): Promise<Told | null> {
  for await (const { events } of tailRun<Input, Event>(journal, from, AbortSignal.timeout(HANDED_ON_MS)))
    for (const event of events) {
      if (event.type === "attempt_told" && event.message === message) return event.how;
      if (event.type === "attempt_ended" && event.attempt === to) return "not_running";
    }
  return null;
}
