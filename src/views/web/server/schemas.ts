/** What the API answers, as schemas: the document about it is made from these. Objects may have more than is named. */
import { z } from "zod";
import { TASK_STATES } from "../../../app/look/parts/task-view.ts";
import { SEVERITIES } from "../../../domain/spec/notify.ts";
import { ATTENTION_KINDS } from "../../model/attention.ts";

const at = z.number().describe("Milliseconds since 1970.");
const state = z.enum(TASK_STATES);

const act = z.object({
  verb: z.string(),
  key: z.string(),
  command: z.string().describe("The command that does the same."),
  order: z.looseObject({ type: z.string() }).nullable(),
  asks: z.enum(["answer", "because", "text", "usd"]).nullable(),
});

const need = z.looseObject({
  id: z.string(),
  kind: z.enum(ATTENTION_KINDS),
  severity: z.enum(SEVERITIES),
  since: at.nullable(),
  what: z.string(),
  detail: z.string().nullable(),
  tasks: z.array(z.string()),
  held: z.array(z.string()),
  holds: z.number(),
  question: z.string().nullable(),
  options: z.array(z.string()),
  acts: z.array(act),
});

const task = z.looseObject({
  id: z.string(),
  title: z.string(),
  state,
  since: at,
  agent: z.string(),
  dependsOn: z.array(z.string()),
  attempts: z.number(),
  until: at.nullable(),
});

const gridRun = z.looseObject({
  run: z.string(),
  title: z.string(),
  phase: z.string(),
  usd: z.number(),
  budget: z.number().nullable(),
  tasks: z.array(z.looseObject({ id: z.string(), state, retried: z.boolean() })),
});

export const replies = {
  overview: z.looseObject({
    now: at,
    here: z.string().describe("The project of the folder the server was started in."),
    projects: z.array(z.looseObject({ id: z.string(), name: z.string(), run: gridRun.nullable() })),
    needs: z.array(z.looseObject({ project: z.string(), run: z.string(), row: need })),
    next: z.array(z.looseObject({ at, what: z.string() })),
  }),
  runPage: z.looseObject({
    view: z.looseObject({ run: z.looseObject({ id: z.string(), phase: z.string() }), tasks: z.array(task) }),
    needs: z.array(need),
    next: z.array(z.looseObject({ at, what: z.string() })),
    over: z.looseObject({ seq: z.number(), from: at, to: at }),
  }),
  task: z.looseObject({
    trail: z.array(z.looseObject({ at, seq: z.number(), text: z.string(), evidence: z.array(z.string()) })),
    gates: z.array(z.looseObject({ gate: z.string(), verdict: z.string(), message: z.string() })),
  }),
  text: z.looseObject({
    text: z.string().nullable(),
    isCut: z.boolean().optional().describe("There is more: before it in a log, behind it in a diff."),
  }),
  journal: z.looseObject({
    lines: z.array(z.looseObject({ seq: z.number(), at, task: z.string().nullable(), text: z.string() })),
    seq: z.number(),
  }),
  grid: z.looseObject({
    runs: z.array(gridRun),
    causes: z.array(z.looseObject({ cause: z.string() })),
    medianWaitMs: z.number().nullable().describe("How long a question waited for its answer; null: none was answered."),
  }),
  documents: z.array(z.looseObject({ kind: z.string(), file: z.string(), title: z.string() })),
  done: z.object({ text: z.string().describe("What became of it, in one sentence.") }),
  error: z.object({ error: z.string() }),
};
