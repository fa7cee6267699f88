/**
 * How often advisors may be asked: about one lineage, by one cause, and within an hour. Beyond that nobody is asked, and
 * it goes on as where no advisor is configured. Pure: the times are an argument.
 */
import type { AdviceRequest } from "../../domain/work/advisor.ts";
import { tellingLine } from "../causes/names/skeleton.ts";
import { ADVISOR_CALLS } from "../settings.ts";
import type { State } from "../state.ts";

const HOUR_MS = 3_600_000;

/** Why nobody is asked any more; null: somebody may be. */
export function adviceLimit(state: State, request: AdviceRequest, at: number): string | null {
  const { perLineage, perCause, perHour } = state.settings.policies.advisorCalls ?? ADVISOR_CALLS;
  const { about } = request;
  const asked = about === null ? 0 : (state.tasks.get(about)?.consulted ?? 0);
  if (asked >= perLineage) return `advisors were asked ${asked} times about ${about}`;
  const byCause = state.advisors.causes[causeOf(request)] ?? 0;
  if (byCause >= perCause) return `an advisor was asked ${byCause} times because of the same`;
  const lately = state.advisors.times.filter((time) => time > at - HOUR_MS).length;
  return lately >= perHour ? `advisors were asked ${lately} times within an hour` : null;
}

const LENGTH_MAX = 200;

/** What is asked about, whoever meets it. Work that is only looked at has no cause but itself. */
export function causeOf({ role, about, because: { rule, facts, evidence } }: AdviceRequest): string {
  if (facts["pair"] !== undefined) return `${role} ${rule} ${facts["pair"]}`.slice(0, LENGTH_MAX);
  if (facts["class"] === undefined && facts["message"] === undefined) return `${role} ${rule} ${about ?? ""}`;
  const text = [`${facts["message"] ?? ""}`, ...evidence].join("\n");
  const line = tellingLine(text)?.skeleton ?? "";
  return `${role} ${facts["class"] ?? rule} ${facts["subject"] ?? ""} ${line}`.slice(0, LENGTH_MAX);
}
