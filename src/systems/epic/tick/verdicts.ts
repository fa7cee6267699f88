/** The shapes in which those a tick asks may answer: exactly these. Anything else is malformed; nothing is guessed from it. */
import { z } from "zod";

const text = z.string().trim().min(1).max(4_000);

const dispatch = z.strictObject({
  action: z.literal("dispatch"),
  task_id: text,
  worker: text,
  project: text,
  command: text,
});
const fileFixTask = z.strictObject({ action: z.literal("file_fix_task"), parent: text, title: text, body: text });
const halt = z.strictObject({ action: z.literal("halt"), status: z.enum(["blocked", "review"]), reason: text });

export const preflightSchema = z.discriminatedUnion("action", [dispatch, fileFixTask, halt]);
export const reactSchema = z.discriminatedUnion("action", [fileFixTask, halt]);
export const marshaSchema = z.discriminatedUnion("verdict", [
  z.strictObject({ verdict: z.literal("PASS") }),
  z.strictObject({ verdict: z.literal("FAIL"), reason: text }),
  z.strictObject({ verdict: z.literal("REVISE"), reason: text }),
]);

const subtask = z.strictObject({
  title: text,
  why: text,
  files: z.array(text).max(50),
  days: z.number().positive().max(100),
  acceptance: z.array(text).min(1).max(20),
  kind: text.optional(),
  tags: z.array(text).max(20).optional(),
  /** Numbers of earlier subtasks, from 1. */
  depends_on: z.array(z.number().int().min(1)).max(50).optional(),
});
export const decomposeSchema = z.discriminatedUnion("verdict", [
  z.strictObject({ verdict: z.literal("PROCEED"), subtasks: z.array(subtask).max(50) }),
  z.strictObject({ verdict: z.literal("REVISE"), subtasks: z.array(subtask).max(50), reason: text }),
  z.strictObject({ verdict: z.literal("HALT"), reason: text }),
]);
export const reviewerSchema = z.strictObject({ verdict: z.enum(["OK", "WARN", "BLOCK"]), reason: text.optional() });
export const criticSchema = z.strictObject({
  verdict: z.enum(["SAFE_TO_DISPATCH", "NEEDS_REFINEMENT", "DO_NOT_DISPATCH"]),
  reason: text.optional(),
  reversibility: z.enum(["automatic", "manual-remote", "manual-physical", "irreversible"]).optional(),
  rollback: text.optional(),
});

export type Preflight = z.output<typeof preflightSchema>;
export type DispatchVerdict = z.output<typeof dispatch>;
export type FixVerdict = z.output<typeof fileFixTask>;
export type HaltVerdict = z.output<typeof halt>;
export type React = z.output<typeof reactSchema>;
export type Marsha = z.output<typeof marshaSchema>;
export type Decomposition = z.output<typeof decomposeSchema>;
export type Subtask = z.output<typeof subtask>;
export type Reviewed = z.output<typeof reviewerSchema>;
export type Critique = z.output<typeof criticSchema>;

/** Asks for something a tick has no way to do: then its instructions are wrong, not only its answer. */
export function asksForMore(value: unknown): boolean {
  const action = typeof value === "object" && value !== null && "action" in value ? value.action : null;
  return (
    typeof action === "string" && /^(?:read|grep|find|scan|open|inspect|diff|run|exec|shell|list|fetch)/i.test(action)
  );
}
