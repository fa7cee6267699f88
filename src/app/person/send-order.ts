/**
 * Lays an order into a run's mailbox and waits for what becomes of it. While it waits it shows its slip, and it waits until that was
 * looked at: an order whose sender has gone before that counts as nobody's.
 */
import { setTimeout } from "node:timers/promises";
import { hasSlips, holdSlip } from "../../effects/processes/mail-slip.ts";
import type { Answer } from "../../engine/input.ts";
import type { Mail, MailOutcome } from "../../journal/runs.ts";
import type { OpenedRun } from "../project/open-run.ts";

/** A Reeve that is busy for longer than it may take to answer still gets to see who sends. */
const PATIENCE = 10;

/** "waits": nobody works on the run. Null: it was not answered in time. */
export async function send(
  { project: { runs }, place }: OpenedRun,
  mail: Mail,
  answerMs: number,
): Promise<MailOutcome<Answer> | "waits" | null> {
  const slip = await holdSlip(place.dir, { ...mail, input: JSON.stringify(mail.input) });
  try {
    await runs.post(place.id, mail);
    // Whoever takes the run after this look finds the order there already.
    if ((await runs.holder(place.id)) === null) return "waits";
    const outcome = await runs.answer<Answer>(place.id, mail, answerMs);
    if (outcome !== null || !hasSlips()) return outcome;
    const patience = new AbortController();
    const late = setTimeout(answerMs * PATIENCE, undefined, { signal: patience.signal }).catch(() => {});
    await Promise.race([slip.seen, late]);
    patience.abort();
    return runs.answer<Answer>(place.id, mail, 0);
  } finally {
    slip.release();
  }
}
