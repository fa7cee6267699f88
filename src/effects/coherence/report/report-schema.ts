/**
 * What an agent in the role of the coherence checker hands back, as a published schema; the rules' own report has the same
 * shape. Reading is more forgiving than the contract where nothing is lost by it: absent lists are empty, what is too long
 * is cut, and what follows from the findings (status, critical issues) is worked out rather than believed.
 */
import { z } from "zod";
import {
  COHERENCE_STATUSES,
  type CoherenceFinding,
  type CoherenceReport,
  SECTIONS,
  SEVERITIES,
} from "../../../domain/proof/coherence.ts";
import { reportOf } from "./report.ts";

const TEXT_LENGTH_MAX = 2000;
const LIST_LENGTH_MAX = 200;

const text = (what: string) => z.string({ error: "must be text" }).max(TEXT_LENGTH_MAX).meta({ description: what });
const texts = (what: string) =>
  z
    .array(z.string({ error: "must be text" }).max(TEXT_LENGTH_MAX), { error: "must be a list of texts" })
    .max(LIST_LENGTH_MAX)
    .meta({ description: what });

const finding = z.object(
  {
    subject: text("What it is about: an export, a table, a module, an entity."),
    severity: z.enum(SEVERITIES, { error: `must be one of: ${SEVERITIES.join(", ")}` }).meta({
      description: "critical: the whole cannot work; major: it will not do what a task meant; minor: worth a look.",
    }),
    tasks: texts("The tasks it is between."),
    files: texts("Where, as path:line, relative to the project."),
    sentence: text("One sentence that says what does not fit and why.").regex(/\S/, { error: "must say something" }),
    must_change: z
      .union([text("The id of a task."), z.null()], { error: "must be the id of a task or null" })
      .meta({ description: "The task that has to adapt; null where only a change of the plan can resolve it." }),
  },
  { error: "must be an object" },
);
const findings = (what: string) =>
  z.array(finding, { error: "must be a list" }).max(LIST_LENGTH_MAX).meta({ description: what });

export const coherenceSchema = z
  .object({
    status: z
      .enum(COHERENCE_STATUSES, { error: `must be one of: ${COHERENCE_STATUSES.join(", ")}` })
      .meta({ description: "critical: a finding is; issues: a finding is major; coherent: neither." }),
    interface_mismatches: findings("One branch changes or removes what another relies on."),
    schema_inconsistencies: findings("Tables, columns or keys that do not go together."),
    duplicates: findings("The same thing made twice."),
    missing_connections: findings("Something is used that nobody provides."),
    contract_gaps: findings("Something the plan's contract promises and nobody made."),
    critical_issues: texts("The sentences of the critical findings."),
    recommendations: texts("What to do next."),
  })
  .meta({ title: "coherence", description: "What in branches that are to be merged does not go together." });

export type ParsedCoherence =
  | { readonly ok: true; readonly report: CoherenceReport }
  | { readonly ok: false; readonly problems: readonly string[] };

export function parseCoherenceReport(value: unknown): ParsedCoherence {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { ok: false, problems: ["the report must be a JSON object"] };
  }
  const given: Record<string, unknown> = { status: "coherent", critical_issues: [] };
  for (const section of SECTIONS) given[section] = (listOf(value, section) ?? []).map(filledIn);
  for (const section of SECTIONS) if (isNoList(value, section)) given[section] = Reflect.get(value, section);
  given["recommendations"] = isNoList(value, "recommendations")
    ? Reflect.get(value, "recommendations")
    : (listOf(value, "recommendations") ?? []).map(cut);
  const checked = coherenceSchema.safeParse(given, { reportInput: true });
  if (!checked.success) return { ok: false, problems: checked.error.issues.slice(0, 20).map(sentence) };
  const report = reportOf(checked.data);
  const recommendations = [...new Set([...checked.data.recommendations, ...report.recommendations])];
  return { ok: true, report: { ...report, recommendations: recommendations.slice(0, LIST_LENGTH_MAX) } };
}

function listOf(value: object, key: string): unknown[] | undefined {
  const own: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  return Array.isArray(own) ? own.slice(0, LIST_LENGTH_MAX) : undefined;
}

function isNoList(value: object, key: string): boolean {
  const own: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  return own !== undefined && own !== null && !Array.isArray(own);
}

const DEFAULTS: Partial<CoherenceFinding> = { subject: "", severity: "major", tasks: [], files: [], must_change: null };

function filledIn(item: unknown): unknown {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  const given: Record<string, unknown> = { ...DEFAULTS };
  for (const key of Object.keys(finding.shape)) {
    const own: unknown = Object.hasOwn(item, key) ? Reflect.get(item, key) : undefined;
    if (own !== undefined && own !== null)
      given[key] = Array.isArray(own) ? own.slice(0, LIST_LENGTH_MAX).map(cut) : cut(own);
  }
  return given;
}

/** Not through the middle of a character. */
function cut(value: unknown): unknown {
  if (typeof value !== "string" || value.length <= TEXT_LENGTH_MAX) return value;
  const short = value.slice(0, TEXT_LENGTH_MAX);
  return short.isWellFormed() ? short : short.slice(0, -1);
}

function sentence(issue: z.core.$ZodIssue): string {
  const missing = issue.code === "invalid_type" && issue.input === undefined;
  const where = issue.path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return `${where.replace(/^\./, "")} ${missing ? "is missing" : issue.message}`;
}
