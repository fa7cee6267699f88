/**
 * The published form of a receipt. Fields that a later version adds are let through: a reader checks the hash over all of
 * them, and understands those it knows.
 */
import { z } from "zod";
import { GATES } from "../../domain/proof/gate.ts";
import { RECEIPT_VERSION } from "../../domain/proof/receipt.ts";

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const commit = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/);
const count = z.int().nonnegative();
const paths = z.array(z.string());

const gate = z.looseObject({
  gate: z.enum(GATES).or(z.string()).describe("what was looked at"),
  name: z.string(),
  verdict: z.enum(["passed", "warned", "failed", "skipped"]),
  message: z.string().optional(),
  command: z.string().optional().describe("the shell line Reeve ran, secrets masked"),
  exit: z.int().nullable().optional(),
  signal: z.string().optional(),
  timed_out: z.literal(true).optional(),
  output: digest.optional().describe("of the output as Reeve had it: cleaned, masked, of a flood only both ends"),
  at: count.optional().describe("when it was started, in milliseconds since 1970"),
  took_ms: z.number().nonnegative(),
});

const work = z.looseObject({
  task: z.string(),
  attempt: z.string(),
  commit: commit.nullable(),
  tree: commit.optional(),
  base: commit.nullable(),
  changed: z.looseObject({
    created: paths,
    modified: paths,
    deleted: paths,
    files: count,
    insertions: count,
    deletions: count,
  }),
  gates: z.array(gate),
});

const decided = z.looseObject({
  who: z.enum(["reeve", "reviewer", "person"]),
  what: z.string(),
  at: count,
  advisor: z.string().optional(),
  agent: z.string().nullable().optional(),
  name: z.string().nullable().optional(),
});

const head = {
  reeve_receipt: z.literal(RECEIPT_VERSION),
  run: z.looseObject({ id: z.string(), created_at: count, plan: z.string(), base: commit.nullable() }),
  number: z.int().positive(),
  previous: digest.nullable(),
  at: count,
  journal: z.looseObject({ from: count, to: count, digest }),
  hash: digest.describe("of the canonical form of all other fields"),
};

const task = z.looseObject({
  ...head,
  kind: z.literal("task"),
  task: z.looseObject({ id: z.string(), title: z.string() }),
  agent: z.string().nullable(),
  work: work.nullable(),
  merge: z.looseObject({ commit, tree: commit.optional(), onto: commit, gates: z.array(gate) }).nullable(),
  decided: z.array(decided),
  supersedes: z.int().positive().optional(),
});

const run = z.looseObject({
  ...head,
  kind: z.literal("run"),
  verdict: z.string(),
  head: z.looseObject({ commit, tree: commit.optional() }).nullable(),
  gates: z.array(gate),
  tasks: z.array(z.looseObject({ id: z.string(), status: z.string(), receipt: z.int().positive().nullable() })),
});

export const receiptSchema = z.discriminatedUnion("kind", [task, run]);
