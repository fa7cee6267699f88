/**
 * What an agent may hand back as its result: done or blocked. The schemas are the published contract, with every field
 * required; reading is more forgiving than the contract where nothing is lost by it. Reads agents' words, so everything
 * is bounded; decides nothing about what follows.
 */
import { z } from "zod";
import type { TaskId } from "../spec/plan.ts";
import { junkIn } from "./junk.ts";
import { BLOCKED_REASONS, type BlockedResult, type DoneResult } from "./outcome.ts";

const TEXT_LENGTH_MAX = 4000;
const LIST_LENGTH_MAX = 500;

const text = (what: string) => z.string({ error: "must be text" }).max(TEXT_LENGTH_MAX).meta({ description: what });
const texts = (what: string) =>
  z
    .array(z.string({ error: "must be text" }).max(TEXT_LENGTH_MAX), { error: "must be a list of texts" })
    .max(LIST_LENGTH_MAX)
    .meta({ description: what });
const taskId = text("The id of the task, as given in REEVE_TASK_ID.");

const doneSchema = z
  .object({
    status: z.literal("done"),
    task_id: taskId,
    files_created: texts("Files that are new."),
    files_modified: texts("Files that were there and were changed."),
    decisions: texts("What was decided on the way; tasks that depend on this one are told."),
    tests_added: texts("Tests that are new."),
    concerns: texts("What a reviewer should look at; tasks that depend on this one are told."),
    nothing_to_do: text("Why nothing had to be changed; only where that is so.").optional(),
  })
  .meta({ title: "done", description: "The task is finished." });

const blockedSchema = z
  .object({
    status: z.literal("blocked"),
    task_id: taskId,
    blocked_reason: z
      .enum(BLOCKED_REASONS, { error: `must be one of: ${BLOCKED_REASONS.join(", ")}` })
      .meta({ description: "Why the task cannot be finished as it stands." }),
    uncertain_about: text("The question whose answer would unblock the task.").regex(/\S/, {
      error: "must say something",
    }),
    options: texts("Answers that seem possible."),
    attempted: text("What was tried."),
    files_completed: texts("Files that are finished all the same."),
  })
  .meta({ title: "blocked", description: "The task needs an answer before it can be finished." });

export const resultSchema = z
  .discriminatedUnion("status", [doneSchema, blockedSchema], { error: 'must be "done" or "blocked"' })
  .meta({ title: "result", description: "What an agent hands back when its attempt ends." });

export type ParsedResult =
  | { readonly ok: true; readonly result: DoneResult | BlockedResult }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Absent lists are empty, an absent task_id is this task's, unknown keys are dropped, what is too long is cut. */
export function parseResult(value: unknown, task: TaskId): ParsedResult {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { ok: false, problems: ["the result must be a JSON object"] };
  }
  const given: Record<string, unknown> = { ...DEFAULTS, task_id: task };
  for (const key of KNOWN_KEYS) {
    const own: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
    if (own !== undefined && own !== null) given[key] = bounded(own);
  }
  const checked = resultSchema.safeParse(given, { reportInput: true });
  const problems = checked.success ? [] : checked.error.issues.map(sentence);
  if (typeof given.task_id === "string" && given.task_id !== task) {
    problems.push(`task_id is ${JSON.stringify(given.task_id.slice(0, 100))}, but the task is ${JSON.stringify(task)}`);
  }
  if (checked.success) problems.push(...junkIn(checked.data, ECHOES));
  return checked.success && problems.length === 0 ? { ok: true, result: checked.data } : { ok: false, problems };
}

/** The contract's own words, handed back as an answer. */
const ECHOES: ReadonlySet<string> = new Set(
  [...Object.values(doneSchema.shape), ...Object.values(blockedSchema.shape)].flatMap(
    (field) => field.meta()?.description?.toLowerCase() ?? [],
  ),
);

const DEFAULTS = {
  files_created: [],
  files_modified: [],
  decisions: [],
  tests_added: [],
  concerns: [],
  options: [],
  attempted: "",
  files_completed: [],
};

const KNOWN_KEYS = Object.keys({ ...doneSchema.shape, ...blockedSchema.shape });

function bounded(value: unknown): unknown {
  if (typeof value === "string") return value.length > TEXT_LENGTH_MAX ? cut(value) : value;
  return Array.isArray(value)
    ? value.slice(0, LIST_LENGTH_MAX).map((item) => (typeof item === "string" ? bounded(item) : item))
    : value;
}

/** Not through the middle of a character. */
function cut(value: string): string {
  const short = value.slice(0, TEXT_LENGTH_MAX);
  return short.isWellFormed() ? short : short.slice(0, -1);
}

function sentence(issue: z.core.$ZodIssue): string {
  const missing = issue.code === "invalid_type" && issue.input === undefined;
  const [field, item] = issue.path;
  const where = item === undefined ? String(field) : `${String(field)}[${String(item)}]`;
  return `${where} ${missing ? "is missing" : issue.message}`;
}
