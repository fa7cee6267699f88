/**
 * What the planner hands back, as a published schema. Its tasks have the keys of `plan.yaml`. Nothing of a plan is cut:
 * half a prompt is another prompt, and a task left out is work left out. What refers to what is checked with the plan.
 */
import { z } from "zod";
import { VALIDATION_SEVERITIES } from "../../domain/work/role-answers.ts";
import {
  choice,
  commandsIfGiven,
  listOf,
  orNull,
  record,
  saying,
  text,
  texts,
  textsIfGiven,
  wholeList,
  wholeText,
} from "./answer-fields.ts";

const PROMPT_LENGTH_MAX = 50_000;
const TASKS_MAX = 500;
const ID_LENGTH_MAX = 200;
const PRIORITY_MAX = 1_000_000;

const VERIFY_BY = ["test", "schema_check", "file_exists", "lint", "manual"] as const;

const acceptance = record({
  criterion: saying("What must be true when the task is done."),
  verify_by: choice(VERIFY_BY, "How it is checked.", "manual"),
  target: text("What the check looks at: a test, a file, a command.").optional(),
});

const task = record({
  id: text("A short name: letters, digits, dots, dashes. A task that exists keeps its id.", ID_LENGTH_MAX),
  title: text("One line for people.", 300).optional(),
  prompt: wholeText("All that its agent is told: it sees neither the specification nor the plan.", PROMPT_LENGTH_MAX),
  depends_on: textsIfGiven("The ids of tasks that must be done before."),
  files: textsIfGiven("Files it creates or changes, relative to the project."),
  role: choice(["worker", "drone", "lead"], "Which policy supervises it.").optional(),
  agent: text("Who works it; absent: the default agent.", ID_LENGTH_MAX).optional(),
  tier: text("Which of the agent's model tiers it starts on.", ID_LENGTH_MAX).optional(),
  gates: commandsIfGiven("Shell commands that must succeed before its work is accepted."),
  commitments: commandsIfGiven("Quick shell commands that show that the work is there."),
  acceptance: listOf(acceptance, "When it counts as done.").optional(),
  priority: z
    .int({ error: "must be a whole number" })
    .min(-PRIORITY_MAX)
    .max(PRIORITY_MAX)
    .optional()
    .meta({ description: "Higher goes first." }),
  tags: textsIfGiven("Words to find it by."),
  replaces: text("Replan only, of a new task: the id of the task it stands for.", ID_LENGTH_MAX).optional(),
});

const entity = record({
  name: text("What the tasks call it."),
  type: choice(["database", "file", "function"], "What kind of thing it is."),
  path: text("Where it is, relative to the project."),
  table: text("For a database: the table.").optional(),
  key_fields: textsIfGiven("The fields others rely on."),
  created_by_task: text("The id of the task that makes it.", ID_LENGTH_MAX),
});

/** A sentence alone concerns all tasks. */
const concern = z.preprocess(
  (value) => (typeof value === "string" ? { concern: value } : value),
  record({
    concern: saying("What more than one task must heed; each of them is told."),
    tasks: texts("Whom it concerns; empty: all tasks."),
  }),
);

const finding = record({
  severity: choice(VALIDATION_SEVERITIES, "error: it cannot work as specified; warning: a risk; info: worth knowing."),
  message: saying("What was found when the plan was compared with the specification."),
  task: text("The id of the task it is about.", ID_LENGTH_MAX).optional(),
});

export const plannerSchema = record({
  title: text("One line for people: what the plan is for.", 300).optional(),
  tasks: wholeList(task, TASKS_MAX, "The work. In a replan: every task that is new or changed."),
  removed_tasks: texts("Replan only: ids of tasks that are not needed any more and have not begun."),
  contract: orNull(
    record({
      entities: listOf(entity, "Things several tasks rely on."),
      core_queries: texts("Questions the finished work must be able to answer."),
    }),
    "What tasks agree on; null where they share nothing.",
  ),
  cross_cutting_concerns: listOf(concern, "What more than one task must heed."),
  validation: listOf(finding, "What is wrong, risky or missing in the specification or in this plan."),
}).meta({ title: "planner", description: "A plan for a specification, or a change of one that is being worked." });
