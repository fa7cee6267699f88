/** Advisors' answers, as the next attempt is told them. */
import type { DebuggerAnswer, ReviewerAnswer } from "../../domain/work/role-answers.ts";

export function debuggerText({
  root_cause,
  root_cause_location,
  fix,
  out_of_scope,
  confidence,
}: DebuggerAnswer): string {
  const place = root_cause_location;
  const changes = fix.changes.map(
    ({ file, line, current, should_be }) => `- ${file}${line === null ? "" : `:${line}`}: ${current} → ${should_be}`,
  );
  return [
    `Root cause (${confidence} confidence): ${root_cause}`,
    place === null ? "" : `Where: ${place.file}${place.line === null ? "" : `:${place.line}`} ${place.context}`.trim(),
    `Fix: ${fix.description}`,
    ...changes,
    out_of_scope.length === 0 ? "" : `Leave alone: ${out_of_scope.join("; ")}`,
  ]
    .filter((line) => line !== "")
    .join("\n");
}

export function firstReason({ reasons, must_change }: ReviewerAnswer): string {
  return (reasons[0] ?? must_change[0] ?? "no reason was given").replace(/\.$/, "");
}

export function reviewReport({ reasons, must_change }: ReviewerAnswer): string {
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [[title, ...items.map((item) => `- ${item}`)].join("\n")];
  return [...list("A reviewer says:", reasons), ...list("What must change:", must_change)].join("\n\n");
}
