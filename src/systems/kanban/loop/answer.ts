/**
 * What an agent of a board must hand back, and whether it did: the form only. What an answer means is for the Manager; keys
 * nobody asked for are ignored and named.
 */
import type { BoardRole } from "../files/task-file.ts";

export const STATUSES = ["ok", "blocked", "error", "escalate"] as const;
export type BoardStatus = (typeof STATUSES)[number];

export interface BoardAnswer {
  readonly status: BoardStatus;
  readonly message: string;
}

export interface ManagerAnswer extends BoardAnswer {
  /** Null: the work is over. */
  readonly next_task: string | null;
  readonly tasks: readonly string[];
}

export type Read<T> =
  | { readonly ok: true; readonly answer: T; readonly extra: readonly string[] }
  | { readonly ok: false; readonly issue: string };

export function readAnswer(value: unknown): Read<BoardAnswer> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return bad("the answer is no JSON object");
  const { status, message, ...rest } = value as Readonly<Record<string, unknown>>;
  if (!STATUSES.some((each) => each === status))
    return bad(`status is ${shown(status)}, not one of ${STATUSES.join(", ")}`);
  if (typeof message !== "string") return bad(`message is ${shown(message)}, not a text`);
  return { ok: true, answer: { status: status as BoardStatus, message }, extra: Object.keys(rest) };
}

export function readManagerAnswer(value: unknown): Read<ManagerAnswer> {
  const read = readAnswer(value);
  if (!read.ok) return read;
  const { next_task, tasks } = value as Readonly<Record<string, unknown>>;
  if (next_task === undefined) return bad("next_task is missing; it is a path or null");
  if (next_task !== null && typeof next_task !== "string")
    return bad(`next_task is ${shown(next_task)}, not a path or null`);
  if (!Array.isArray(tasks) || tasks.some((each) => typeof each !== "string")) return bad("tasks is no list of paths");
  const extra = read.extra.filter((key) => key !== "next_task" && key !== "tasks");
  return { ok: true, answer: { ...read.answer, next_task, tasks: tasks as readonly string[] }, extra };
}

/** As it is shown in the log and in prompts. */
export function expectedOf(role: BoardRole): object {
  const common = { status: STATUSES.join(" | "), message: "string" };
  return role === "Manager" ? { ...common, next_task: "string | null", tasks: ["string"] } : common;
}

function bad(issue: string): { readonly ok: false; readonly issue: string } {
  return { ok: false, issue };
}

function shown(value: unknown): string {
  return value === undefined ? "missing" : (JSON.stringify(value)?.slice(0, 80) ?? typeof value);
}
