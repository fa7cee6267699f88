/**
 * What an agent in a role said → its answer in Reeve's words, or every problem at once. Reads agents' words, so all of it
 * is bounded; nothing is believed that refers to something else: whether a named task exists is asked where it is used.
 */
import type { z } from "zod";
import type { AdvisorRole, RoleAnswers } from "../../domain/work/role-answers.ts";
import { coherenceSchema, type ParsedCoherence, parseCoherenceReport } from "../coherence/report/report-schema.ts";
import { problemsOf } from "./answer-fields.ts";
import { debuggerSchema, reviewerSchema, supervisorSchema } from "./answer-schemas.ts";
import { plannerSchema } from "./planner-schema.ts";

export const roleSchemas: { readonly [R in AdvisorRole]: z.ZodType<RoleAnswers[R]> } = {
  debugger: debuggerSchema,
  supervisor: supervisorSchema,
  planner: plannerSchema,
  reviewer: reviewerSchema,
  coherence: coherenceSchema,
};

export type ParsedAnswer<R extends AdvisorRole> =
  | { readonly ok: true; readonly answer: RoleAnswers[R] }
  | { readonly ok: false; readonly problems: readonly string[] };

export function parseRoleAnswer<R extends AdvisorRole>(role: R, value: unknown): ParsedAnswer<R> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { ok: false, problems: ["the answer must be a JSON object"] };
  }
  if (role === "coherence") return asAnswer<R>(parseCoherenceReport(value));
  const schema: z.ZodType<RoleAnswers[R]> = roleSchemas[role];
  const checked = schema.safeParse(value, { reportInput: true });
  return checked.success ? { ok: true, answer: checked.data } : { ok: false, problems: problemsOf(checked.error) };
}

/** Its status is worked out from its findings rather than believed. */
function asAnswer<R extends AdvisorRole>(parsed: ParsedCoherence): ParsedAnswer<R> {
  return parsed.ok ? { ok: true, answer: parsed.report as RoleAnswers[AdvisorRole] as RoleAnswers[R] } : parsed;
}
