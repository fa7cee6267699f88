/** What was seen that no agent may do: who was at work then, and that it is told. */

import type { AttemptId } from "../../domain/work/attempt.ts";
import { giverText } from "../../domain/work/giver.ts";
import { TAKEN } from "../input.ts";
import type { Decide } from "../tables.ts";
import type { ViolationInput } from "./inputs.ts";
import type { Violation } from "./violation.ts";

/** Whoever tries it over and over is told of often enough; each time in the journal would be its way to fill it. */
const ORDERS_TOLD_MAX = 10;

export const decide: Decide<ViolationInput> = {
  outside_write_seen({ state, at, emit }, { rule, paths, ended }) {
    const alive = [...state.attempts.live.values()].filter(({ phase }) => phase !== "deferred").map(({ id }) => id);
    const attempts = [...new Set([...ended, ...alive])];
    const violation: Violation = { rule: rule ?? "outside_write", at, attempts, paths };
    emit({ type: "violation_seen", violation });
    return TAKEN;
  },
  advisor_wrote({ at, emit }, { attempt, paths }) {
    emit({ type: "violation_seen", violation: { rule: "advisor_wrote", at, attempts: [attempt], paths } });
    return TAKEN;
  },
  agent_ordered({ state, at, emit }, { attempts, by }) {
    const told = state.violations.filter(
      ({ rule, attempts: whose }) => rule === "order_by_agent" && isSame(whose, attempts),
    );
    if (told.length >= ORDERS_TOLD_MAX || told.some(({ paths }) => paths[0] === giverText(by))) return TAKEN;
    emit({ type: "violation_seen", violation: { rule: "order_by_agent", at, attempts, paths: [giverText(by)] } });
    return TAKEN;
  },
};

function isSame(one: readonly AttemptId[], other: readonly AttemptId[]): boolean {
  return one.length === other.length && one.every((id, at) => id === other[at]);
}
