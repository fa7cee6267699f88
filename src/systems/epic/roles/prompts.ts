/** What those a tick asks are told: the brief of their role, which a person may replace, the form of the answer, and the few facts they get. */
import { z } from "zod";
import type { Ask } from "../tick/tick-types.ts";
import {
  criticSchema,
  decomposeSchema,
  marshaSchema,
  preflightSchema,
  reactSchema,
  reviewerSchema,
} from "../tick/verdicts.ts";

export function epicPrompt(ask: Ask, file: string, brief: string | undefined): string {
  const { schema, form } = formOf(ask);
  return [
    (brief ?? BRIEFS[ask.role]).trim(),
    "",
    `The epic's body is ${file}. You only read: change nothing, dispatch nothing, file nothing.`,
    form,
    "Answer with one JSON object of exactly one of these shapes, and nothing after it:",
    "```json",
    JSON.stringify(z.toJSONSchema(schema)),
    "```",
    "You are asked about:",
    JSON.stringify(ask.brief),
    "",
  ].join("\n");
}

const BRIEFS: Readonly<Record<Ask["role"], string>> = {
  pauli: `You are Pauli, who plans for a supervisor of an epic. In the role "decompose" propose 3 to 7 subtasks, each at most half a day and ten files, with one why, verifiable alone. In "preflight" choose the next queued item whose dependencies are delivered, and its worker. In "react" an item failed: file a fix task, or halt with a reason.
Never substitute the worker, repository, deliverable or scope that was asked for: halt instead. An ambiguity in the repository, a missing fact or a missing tool is no halt. A failing check is a bug to fix; nothing may route around it.`,
  reviewer:
    "You are the second reviewer of a decomposition. Read its newest round in the body: is each subtask small, verifiable alone and necessary, and do they reach the goal together? OK, WARN with a reason, or BLOCK with a reason.",
  critic:
    "You are an independent critic of work that can do harm which is hard to undo. Read the item, its brief and its Rollback Plan. SAFE_TO_DISPATCH, NEEDS_REFINEMENT or DO_NOT_DISPATCH, with a reason, and how it can be undone.",
  marsha:
    "You are Marsha, who verifies what a worker delivered. Look at its review surface and hold it against the acceptance criteria. PASS, FAIL with a reason, or REVISE with a reason where it cannot be told.",
};

function formOf(ask: Ask): { readonly schema: z.ZodType; readonly form: string } {
  switch (ask.role) {
    case "marsha":
      return { schema: marshaSchema, form: "" };
    case "reviewer":
      return { schema: reviewerSchema, form: "" };
    case "critic":
      return { schema: criticSchema, form: "" };
    case "pauli":
      if (ask.brief.role === "decompose")
        return { schema: decomposeSchema, form: "`depends_on` are numbers of subtasks, from 1." };
      if (ask.brief.role === "react") return { schema: reactSchema, form: "" };
      return {
        schema: preflightSchema,
        form: "`command` is exactly: reeve epic work EPIC TASK_ID --worker WORKER --project PROJECT, with the project of the body's front matter (`.` where it names none).",
      };
    default:
      return ask satisfies never;
  }
}
