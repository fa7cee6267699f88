/**
 * Causes that earlier runs met: gathered from records of the failure history, and found again for a failure of today. One
 * entry per cause, the latest whose end is known, because what helped then may help now. Pure.
 */

import type { FailureClass } from "../../../domain/proof/failure.ts";
import { displaySafe } from "../../../domain/words/display-safe.ts";
import { causeOf, isAlone } from "../cause-of.ts";
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
    const times = (known?.times ?? 0) + (record.project === project ? 1 : 0);
    if (known) causes.set(found.key, { ...known, times });
    if (known && known.outcome === "done" && record.resolution?.outcome !== "done") continue;
    causes.delete(found.key);
    causes.set(found.key, {
      key: found.key,
      says: displaySafe(found.says).slice(0, SAYS_LENGTH_MAX),
      project: record.project,
      run: record.run,
      at: record.at,
      times,
      action: record.resolution?.action ?? null,
      outcome: record.resolution?.outcome ?? null,
    });
  }
  return [...causes.values()].slice(-CAUSES_MAX);
}

const COMMON_CAUSES_MIN = 4;
const COMMON_MAX = 200;

/** What failures of at least four different causes named: the project's own air, which tells nothing about any of them. */
export function commonNames(records: readonly FailureRecord[], project: string): readonly string[] {
  const causes = new Map<string, Set<string>>();
  for (const record of records) {
    if (record.project !== project) continue;
    const key = causeIn({ ...record, text: textOf(record) }, project)?.key ?? record.id;
    for (const { name } of record.entities) {
      const of = causes.get(name.toLowerCase()) ?? new Set();
      causes.set(name.toLowerCase(), of.add(key));
    }
  }
  const common = [...causes].filter(([, of]) => of.size >= COMMON_CAUSES_MIN);
  return common
    .sort((a, b) => b[1].size - a[1].size || (a[0] < b[0] ? -1 : 1))
    .slice(0, COMMON_MAX)
    .map(([name]) => name);
}

/** A cause that an earlier run of this project met, and that no simple retry got rid of: it is no longer one task's own. */
export function metBefore(history: KnownHistory | null, failure: Met): KnownCause | null {
  if (history === null || history.causes.length === 0) return null;
  const key = causeIn(failure, history.project)?.key;
  const known = history.causes.find((cause) => cause.key === key && cause.project === history.project);
  if (!known || (known.outcome === "done" && SIMPLE.has(known.action))) return null;
  return known;
}

/** Then such a step is the cheapest again. */
const SIMPLE: ReadonlySet<string | null> = new Set([
  "restart",
  "same_input",
  "hold_account",
  "retry",
  "retry_escalated",
]);

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
    return known ? [metBeforeText(known, history.project)] : [];
  });
  return [...new Set(sentences)];
}

export function metBeforeText({ says, project, run, action, outcome }: KnownCause, own: string): string {
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
