/** Every way into the API as a row of a table: address, what it is for, what it takes and gives. The document about it is made from the same rows. */
import { z } from "zod";
import { recurringCauses } from "../../../app/failures/recurring-causes.ts";
import { medianWaitMs } from "../../../app/pages/answer-waits.ts";
import { readDocuments } from "../../../app/pages/documents.ts";
import { readPrompt } from "../../../app/pages/prompt.ts";
import { readGrid } from "../../../app/pages/run-grid.ts";
import type { Project } from "../../../app/project/project.ts";
import { granted, type Reply } from "../../../app/reply.ts";
import { diffText, journalOf, logText, pageOf, type Shop, taskPage } from "./answers.ts";
import { type OrderPlace, orderSchema, performOrder } from "./orders.ts";
import { overview } from "./overview.ts";
import { replies } from "./schemas.ts";

export interface Asked {
  readonly project: Project;
  readonly run: string;
  readonly task: string;
  readonly query: Query;
  readonly body: unknown;
  /** The connection it came by. */
  readonly from: OrderPlace["from"];
}

const recordNumber = z.coerce.number().int().min(1);

export const querySchema = z.object({
  at: recordNumber.optional().describe("As it was after this record; as it is if not given."),
  attempt: recordNumber.optional().describe("Which attempt; the newest if not given."),
  before: recordNumber.optional().describe("Only records before this one."),
  all: z.stringbool().optional().describe("Also what is usually kept quiet."),
  from: z.coerce.number().int().min(0).optional().describe("The last record one has; all of them if not given."),
});
export type Query = z.output<typeof querySchema>;

export interface Route {
  /** In the document about the API. */
  readonly name: string;
  readonly method: "get" | "post";
  /** Below /api. */
  readonly path: string;
  readonly about: string;
  readonly query?: readonly (keyof Query)[];
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  readonly act: (shop: Shop, asked: Asked) => Promise<Reply<unknown>>;
}

const RUN = "/projects/:project/runs/:run";
const TASK = `${RUN}/tasks/:task`;

export const ROUTES: readonly Route[] = [
  {
    name: "overview",
    method: "get",
    path: "/overview",
    about: "What needs a person in all projects of this machine, and how their newest runs stand.",
    reply: replies.overview,
    act: async (shop) => granted(await overview(shop)),
  },
  {
    name: "run",
    method: "get",
    path: RUN,
    about: "A run as it is, or as it was after a record: the view, what needs a person, and the run over time.",
    query: ["at"],
    reply: replies.runPage,
    act: async (shop, { project, run, query }) => granted(await pageOf(shop, project, run, query.at)),
  },
  {
    name: "task",
    method: "get",
    path: TASK,
    about: "A task: what was decided and why, with evidence; gates, changes, receipt.",
    query: ["at"],
    reply: replies.task,
    act: (shop, { project, run, task, query }) => taskPage(shop, project, run, task, query.at),
  },
  {
    name: "log",
    method: "get",
    path: `${TASK}/log`,
    about: "What an attempt printed; the end of it, where it is long.",
    query: ["attempt"],
    reply: replies.text,
    act: (_, { project, run, task, query }) => logText(project, run, task, query.attempt),
  },
  {
    name: "prompt",
    method: "get",
    path: `${TASK}/prompt`,
    about: "What an attempt was told.",
    query: ["attempt"],
    reply: replies.text,
    act: (_, { project, run, task, query }) => readPrompt(project, { run, task, attempt: query.attempt }),
  },
  {
    name: "diff",
    method: "get",
    path: `${TASK}/diff`,
    about: "What the task changed, line by line.",
    reply: replies.text,
    act: (shop, { project, run, task }) => diffText(shop, project, run, task),
  },
  {
    name: "journal",
    method: "get",
    path: `${RUN}/journal`,
    about: "What happened, in sentences.",
    query: ["before", "all"],
    reply: replies.journal,
    act: (shop, { project, run, query }) =>
      journalOf(shop, project, run, query.before ?? Number.POSITIVE_INFINITY, query.all ?? false),
  },
  {
    name: "order",
    method: "post",
    path: `${RUN}/orders`,
    about: "An order, as the command of the same name gives it.",
    body: orderSchema,
    reply: replies.done,
    act: (shop, { project, run, body, from }) =>
      performOrder({ world: shop, project, run, now: shop.now(), from }, orderSchema.parse(body)),
  },
  {
    name: "history",
    method: "get",
    path: "/projects/:project/history",
    about: "The runs of a project with every task, and causes that came back.",
    reply: replies.grid,
    act: async (_, { project }) => {
      const runs = await readGrid(project);
      const causes = await recurringCauses(project, undefined);
      return granted({ runs, causes, medianWaitMs: await medianWaitMs(project, runs) });
    },
  },
  {
    name: "documents",
    method: "get",
    path: "/projects/:project/documents",
    about: "Epics, boards and reports of checkpoints, with the sections that are Reeve's own marked.",
    reply: replies.documents,
    act: async (_, { project }) => granted(await readDocuments(project)),
  },
];
