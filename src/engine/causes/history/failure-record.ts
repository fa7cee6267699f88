/** One entry of the failure history, and how such entries are read back from a file somebody brings. Types and checks only. */
import { ENTITY_KINDS, type Entity, FAILURE_CLASSES, type FailureClass } from "../../../domain/proof/failure.ts";
import type { TaskId } from "../../../domain/spec/plan.ts";
import { type BadLine, jsonObject } from "./read-failure-lines.ts";

/** Keys as they are printed. */
export interface FailureRecord {
  /** Unique over all runs of all projects. */
  readonly id: string;
  readonly project: string;
  readonly run: string;
  readonly task: TaskId;
  readonly attempt: string;
  /** One sentence. */
  readonly error: string;
  readonly class: FailureClass;
  readonly subject: string | null;
  /** All that it names, the likeliest to be its cause first. */
  readonly entities: readonly Entity[];
  /** 0 to 1: how often an answer like this one is right; null: nobody said. */
  readonly confidence: number | null;
  readonly root_cause: string | null;
  /** The task that makes what was missing. */
  readonly upstream: TaskId | null;
  readonly agent: string | null;
  readonly model: string | null;
  /** Dollars; null where no price is known. */
  readonly cost: number | null;
  readonly at: number;
  readonly evidence: readonly string[];
  readonly resolution: Resolution | null;
}

export interface Resolution {
  readonly action: Action;
  readonly at: number;
  /** Null: still open. */
  readonly outcome: (typeof OUTCOMES)[number] | null;
}

export const ACTIONS = [
  "restart", // by its supervisor in the tree
  "same_input", // its answer was not in the agreed form
  "hold_account", // until its usage limit resets
  "retry",
  "retry_escalated", // by a higher tier
  "fix_root_cause",
  "reorder", // after a task it turned out to need
  "retry_dependency", // that task was done, and is worked again first
  "replan", // the planner was asked for another plan
  "ask_supervisor", // and has not decided yet
  "escalate", // a person was asked
  "give_up",
  "skip",
] as const;
export type Action = (typeof ACTIONS)[number];

export const OUTCOMES = ["done", "failed_again", "given_up", "skipped"] as const;

/** A line that is no entry is skipped and named. What an entry does not say is null, never guessed. */
export function readHistoryLines(text: string): { readonly records: FailureRecord[]; readonly bad: BadLine[] } {
  const records: FailureRecord[] = [];
  const bad: BadLine[] = [];
  text.split("\n").forEach((raw, index) => {
    if (raw.trim() === "") return;
    const read = recordOf(jsonObject(raw));
    if (typeof read === "string") bad.push({ line: index + 1, why: read });
    else records.push(read);
  });
  return { records, bad };
}

function recordOf(given: Readonly<Record<string, unknown>> | null): FailureRecord | string {
  if (given === null) return "it is no JSON object";
  const known = FAILURE_CLASSES.find((name) => name === given["class"]);
  const { id, task, at, attempt, confidence, cost, evidence } = given;
  if (typeof id !== "string" || id === "") return "it has no id";
  if (typeof task !== "string" || task === "") return "it names no task";
  if (typeof at !== "number") return "it has no time (at, in milliseconds)";
  if (known === undefined) return "it has no class that Reeve knows";
  return {
    id,
    project: word(given["project"]) ?? "",
    run: word(given["run"]) ?? "",
    task,
    attempt: typeof attempt === "number" ? `${task}.${attempt}` : (word(attempt) ?? task),
    error: word(given["error"]) ?? "",
    class: known,
    subject: word(given["subject"]),
    entities: entitiesOf(given["entities"]),
    confidence: typeof confidence === "number" ? confidence : null,
    root_cause: word(given["root_cause"]),
    upstream: word(given["upstream"]),
    agent: word(given["agent"]),
    model: word(given["model"]),
    cost: typeof cost === "number" ? cost : null,
    at,
    evidence: Array.isArray(evidence) ? evidence.filter((line) => typeof line === "string") : [],
    resolution: resolutionOf(given["resolution"]),
  };
}

const ENTITIES_MAX = 12;

function entitiesOf(given: unknown): readonly Entity[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, ENTITIES_MAX).flatMap((each: unknown) => {
    const { kind, name } = { ...(typeof each === "object" ? each : {}) } as Readonly<Record<string, unknown>>;
    const known = ENTITY_KINDS.find((one) => one === kind);
    return known !== undefined && typeof name === "string" && name !== "" ? [{ kind: known, name }] : [];
  });
}

function resolutionOf(given: unknown): Resolution | null {
  if (typeof given !== "object" || given === null) return null;
  const { action, at, outcome } = { ...given } as Readonly<Record<string, unknown>>;
  const known = ACTIONS.find((name) => name === action);
  if (known === undefined || typeof at !== "number") return null;
  return { action: known, at, outcome: OUTCOMES.find((name) => name === outcome) ?? null };
}

function word(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
