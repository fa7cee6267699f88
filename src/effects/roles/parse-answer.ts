/**
 * What an agent in a role said → its answer in Reeve's words, or every problem at once. Reads agents' words, so all of it
 * is bounded; nothing is believed that refers to something else: whether a named task exists is asked where it is used.
 */
import { z } from "zod";
import { junkIn } from "../../domain/work/junk.ts";
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
  const parsed = parseShape(role, value);
  const problems = parsed.ok ? [...junkIn(parsed.answer, echoesOf(role)), ...emptyIn(parsed.answer)] : [];
  return problems.length === 0 ? parsed : { ok: false, problems };
}

function parseShape<R extends AdvisorRole>(role: R, value: object): ParsedAnswer<R> {
  if (role === "coherence") return asAnswer<R>(parseCoherenceReport(value));
  const schema: z.ZodType<RoleAnswers[R]> = roleSchemas[role];
  const checked = schema.safeParse(value, { reportInput: true });
  return checked.success ? { ok: true, answer: checked.data } : { ok: false, problems: problemsOf(checked.error) };
}

/** Whoever rejects says why: nobody could act on anything less. */
function emptyIn(answer: object): string[] {
  if (!("verdict" in answer && "reasons" in answer && "must_change" in answer)) return [];
  const { verdict, reasons, must_change } = answer;
  const said = [reasons, must_change].flatMap((list) => (Array.isArray(list) ? list : []));
  return verdict === "reject" && said.length === 0
    ? ["must_change and reasons are empty, but the verdict is reject"]
    : [];
}

const echoes = new Map<AdvisorRole, ReadonlySet<string>>();

/** The descriptions in the role's schema: handed back, they are no answer. */
function echoesOf(role: AdvisorRole): ReadonlySet<string> {
  const known = echoes.get(role);
  if (known !== undefined) return known;
  const found = new Set<string>();
  JSON.stringify(z.toJSONSchema(roleSchemas[role], { io: "output" }), (key, value: unknown) => {
    if (key === "description" && typeof value === "string") found.add(value.toLowerCase());
    return value;
  });
  echoes.set(role, found);
  return found;
}

/** Its status is worked out from its findings rather than believed. */
function asAnswer<R extends AdvisorRole>(parsed: ParsedCoherence): ParsedAnswer<R> {
  return parsed.ok ? { ok: true, answer: parsed.report as RoleAnswers[AdvisorRole] as RoleAnswers[R] } : parsed;
}
