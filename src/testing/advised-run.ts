/** What tests of recovery's bounds share: failures, an advised configuration, and counting what came of a scenario. */
import type { Outcome } from "../domain/work/outcome.ts";
import type { SupervisorAction } from "../domain/work/role-answers.ts";
import type { Event } from "../engine/event.ts";
import type { Scenario } from "./given.ts";
import { failed } from "./outcomes.ts";

/** No rule settles it: a supervisor is asked, or a person. */
export const UNKNOWN = failed("unknown", "unknown", "nobody knows this");
export const HOUR_MS = 3_600_000;

export const agents = { agent: { minutes: 60, parallel: 10, tiers: [] } };
export const advisors = {
  supervisor: { agent: "agent", template: "{{trigger}}" },
  debugger: { agent: "agent", template: "{{report}}" },
};

export function says(...actions: SupervisorAction[]): Outcome {
  const empty = { pattern_detected: null, recommendations: [], should_halt: false, halt_reason: null };
  return { type: "advised", role: "supervisor", answer: { diagnosis: "so it is", actions, ...empty } };
}

/** The rules by which people were asked. */
export function asked({ everything }: Scenario): string[] {
  return everything.flatMap((event) => (event.type === "question_asked" ? [event.question.because.rule] : []));
}

export function countOf({ everything }: Scenario, type: Event["type"]): number {
  return everything.filter((event) => event.type === type).length;
}

export function refusals({ everything }: Scenario): string[] {
  return everything.flatMap((event) => (event.type === "action_refused" ? [event.why] : []));
}
