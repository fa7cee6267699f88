/** What was seen that no agent may do: who was at work then, and that it is told. */

import { giverText } from "../../domain/work/giver.ts";
import { TAKEN } from "../input.ts";
import type { Decide } from "../tables.ts";
import type { ViolationInput } from "./inputs.ts";
import type { Violation } from "./violation.ts";

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
  agent_ordered({ at, emit }, { attempts, by }) {
    emit({ type: "violation_seen", violation: { rule: "order_by_agent", at, attempts, paths: [giverText(by)] } });
    return TAKEN;
  },
};
