/** One task of a plan file that a person changed: which of its fields can still be taken, by how far its work has come. */
import type { TaskSpec } from "../../../domain/spec/plan.ts";
import type { EditedPlan } from "./edit-plan.ts";

export interface WrittenTask {
  /** As it is to be worked; null: nothing of it can be taken. */
  readonly next: TaskSpec | null;
  /** What the file says of it as far as that was taken. */
  readonly written: TaskSpec;
  readonly fields: readonly Field[];
  readonly left: readonly string[];
}

type Field = Exclude<keyof TaskSpec, "id">;

const FIELDS: { readonly [K in Field]: string } = {
  title: "title",
  prompt: "prompt",
  role: "role",
  dependsOn: "depends_on",
  files: "files",
  agent: "agent",
  tier: "tier",
  gang: "gang",
  gates: "gates",
  commitments: "commitments",
  acceptance: "acceptance",
  budget: "budget",
  priority: "priority",
  tags: "tags",
};

/** What a task that has begun takes while nobody works on it, and while somebody does. */
const AT_REST: ReadonlySet<Field> = new Set(["prompt", "dependsOn", "budget", "priority", "tags"]);
const AT_WORK: ReadonlySet<Field> = new Set(["budget", "priority", "tags"]);

/** Empty: the file says of it what it said before. */
export function editTask(current: EditedPlan, now: TaskSpec, said: TaskSpec): readonly WrittenTask[] {
  const before = current.written.get(said.id) ?? now;
  const differing = (Object.keys(FIELDS) as Field[]).filter((field) => !isSame(before, said, field));
  if (differing.length === 0) return [];
  const { may, why } = mayTake(current, now, before, said);
  const fields = differing.filter(may);
  const refused = differing.filter((field) => !may(field));
  // A title that is made from the prompt changes with it.
  const told = refused.includes("prompt") ? refused.filter((field) => field !== "title") : refused;
  const left = told.length === 0 ? [] : [`${said.id} ${why}, so its ${fieldNames(told)} cannot be changed`];
  if (fields.length === 0) return [{ next: null, written: before, fields, left }];
  const next = { ...taking(now, said, fields), dependsOn: dependsOnAfter(now, before, said, fields) };
  return [{ next, written: taking(before, said, fields), fields, left }];
}

export function fieldNames(fields: readonly Field[]): string {
  return fields.map((field) => FIELDS[field]).join(", ");
}

interface May {
  readonly may: (field: Field) => boolean;
  readonly why: string;
}

function mayTake(current: EditedPlan, { id }: TaskSpec, before: TaskSpec, said: TaskSpec): May {
  if (current.doneIds.has(id)) return { may: () => false, why: "is done" };
  if (!current.startedIds.has(id)) return { may: () => true, why: "" };
  const isAtRest = current.idleIds?.has(id) || current.endedIds?.has(id);
  const fields = isAtRest ? AT_REST : AT_WORK;
  const keeps = before.dependsOn.every((on) => said.dependsOn.includes(on));
  return {
    may: (field) => fields.has(field) && (field !== "dependsOn" || keeps),
    why: isAtRest ? "has begun" : "is being worked on",
  };
}

function taking(spec: TaskSpec, said: TaskSpec, fields: readonly Field[]): TaskSpec {
  const { tier, gang, ...rest } = spec;
  const of = <K extends "tier" | "gang">(key: K) => {
    const value = fields.includes(key) ? said[key] : spec[key];
    return value === undefined ? {} : { [key]: value };
  };
  const plain = fields.filter((field) => field !== "tier" && field !== "gang");
  return { ...rest, ...Object.fromEntries(plain.map((field) => [field, said[field]])), ...of("tier"), ...of("gang") };
}

/** What it turned out to need beside the file stays. */
function dependsOnAfter(now: TaskSpec, before: TaskSpec, said: TaskSpec, fields: readonly Field[]): readonly string[] {
  if (!fields.includes("dependsOn")) return now.dependsOn;
  const fewer = new Set(before.dependsOn.filter((on) => !said.dependsOn.includes(on)));
  const more = said.dependsOn.filter((on) => !before.dependsOn.includes(on));
  return [...new Set([...now.dependsOn.filter((on) => !fewer.has(on)), ...more])];
}

/** The same in another order is no change; where the file names no gates the run gave it its own. */
function isSame(before: TaskSpec, said: TaskSpec, field: Field): boolean {
  if (field === "gates" && said.gates.length === 0) return true;
  const sorted = field === "dependsOn" || field === "files" || field === "tags";
  const key = (spec: TaskSpec) => JSON.stringify(sorted ? [...spec[field]].toSorted() : plain(spec[field]));
  return key(before) === key(said);
}

/** Whatever the order of its keys. */
function plain(value: unknown): unknown {
  if (typeof value === "string") return value.trimEnd();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, plain(each)]));
}
