/**
 * Causes that earlier runs met: gathered from records of the failure history, and found again for a failure of today. One
 * entry per cause, the latest whose end is known, because what helped then may help now. Pure; decides nothing.
 */

import type { FailureClass } from "../../domain/proof/failure.ts";
import { displaySafe } from "../../domain/words/display-safe.ts";
import { causeOf, isAlone } from "./cause-of.ts";
import type { FailureRecord } from "./failure-record.ts";
import type { KnownCause, KnownHistory } from "./known-history.ts";

const CAUSES_MAX = 50;
const SAYS_LENGTH_MAX = 200;

/** Of all runs but this one; the most recent causes. */
export function knownCauses(records: readonly FailureRecord[], project: string, run: string): KnownCause[] {
  const causes = new Map<string, KnownCause>();
  for (const record of records) {
    if (record.project === project && record.run === run) continue;
    const found = causeIn({ ...record, text: textOf(record) }, record.project);
    if (found === null) continue;
    const known = causes.get(found.key);
    if (known && known.outcome === "done" && record.resolution?.outcome !== "done") continue;
    causes.delete(found.key);
    causes.set(found.key, {
      key: found.key,
      says: displaySafe(found.says).slice(0, SAYS_LENGTH_MAX),
      project: record.project,
      run: record.run,
      at: record.at,
      action: record.resolution?.action ?? null,
      outcome: record.resolution?.outcome ?? null,
    });
  }
  return [...causes.values()].slice(-CAUSES_MAX);
}

interface Met {
  readonly id: string;
  readonly class: FailureClass;
  readonly subject?: string | null;
  readonly text: string;
}

/** What earlier runs know of the causes of these failures, one sentence each. */
export function seenBefore(history: KnownHistory | null, failures: readonly Met[]): string[] {
  if (history === null || history.causes.length === 0) return [];
  const sentences = failures.flatMap((failure) => {
    const key = causeIn(failure, history.project)?.key;
    const known = history.causes.find((cause) => cause.key === key);
    return known ? [sentenceOf(known, history.project)] : [];
  });
  return [...new Set(sentences)];
}

function sentenceOf({ says, project, run, action, outcome }: KnownCause, own: string): string {
  const where = project === own ? run : `${run} of ${project}`;
  const how = (action ?? "").replaceAll("_", " ");
  if (outcome === "done") return `Seen before in ${where}: ${says}; solved by ${how}.`;
  const tried =
    action === null ? "nothing is known to have helped" : `${how} was tried and is not known to have helped`;
  return `Seen before in ${where}: ${says}; ${tried}.`;
}

function causeIn({ id, class: kind, subject, text }: Met, project: string) {
  const cause = causeOf({ id, class: kind, ...(subject && { subject }), text, project });
  return isAlone(cause) ? null : cause;
}

function textOf({ error, evidence }: FailureRecord): string {
  return [error, ...evidence].join("\n");
}
