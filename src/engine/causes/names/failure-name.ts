/** By what two failures of one task are the same: class, subject and the skeleton of the telling line. Decides nothing. */
import type { Failure } from "../../../domain/proof/failure.ts";
import type { RetryCounts } from "../../../domain/work/retry-counts.ts";
import { skeletonOf, tellingLine } from "./skeleton.ts";

const LENGTH_MAX = 200;

export function failureName({ class: kind, subject = "", message, evidence }: Failure): string {
  // Where it hung is told differently each time; that it hung is the same.
  if (kind === "timeout") return kind;
  const text = [message, ...evidence].join("\n");
  // Where no line tells anything, another exit status is no other failure.
  return `${kind} ${subject} ${tellingLine(text)?.skeleton ?? skeletonOf(message)}`.slice(0, LENGTH_MAX);
}

/** This one was met once more. */
export function seenAlso({ seen = {} }: RetryCounts, failure: Failure): NonNullable<RetryCounts["seen"]> {
  const name = failureName(failure);
  return { ...seen, [name]: (seen[name] ?? 0) + 1 };
}
