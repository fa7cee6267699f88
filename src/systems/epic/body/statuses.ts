/** The statuses of an epic and of its items, as people write them. Decides nothing about what follows. */
import { createSuggest } from "../../../basics/suggest.ts";

export const STATUSES = [
  "inbox",
  "ready",
  "queued",
  "in_progress",
  "ready_for_user_review",
  "done",
  "review",
  "blocked",
  "paused",
  "someday",
  "cancelled",
] as const;
export type Status = (typeof STATUSES)[number];

export type StatusRead = { readonly ok: true; readonly status: Status } | { readonly ok: false; readonly hint: string };

export function readStatus(written: string): StatusRead {
  const plain = written
    .trim()
    .replace(/^[`*_]+|[`*_]+$/g, "")
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
  const status = STATUSES.find((each) => each === plain);
  if (status) return { ok: true, status };
  const meant = createSuggest()(plain, STATUSES);
  return { ok: false, hint: meant ? `did you mean ${meant}?` : `statuses are ${STATUSES.join(", ")}` };
}

/** Nobody works on it any more, by an agent at least: it is where a person looks at it, or out of the epic. */
export function isAtRest(status: Status | null): boolean {
  return status !== null && AT_REST.has(status);
}

const AT_REST: ReadonlySet<Status> = new Set([
  "ready_for_user_review",
  "done",
  "review",
  "blocked",
  "paused",
  "someday",
  "cancelled",
]);

/** What depends on it may begin. */
export function isDelivered(status: Status | null): boolean {
  return status === "ready_for_user_review" || status === "done" || status === "cancelled";
}
