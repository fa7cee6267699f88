/** The shape of `plan.yaml`, with the meaning and the default of every key. The one source of its JSON Schema too. */
import { z } from "zod";
import { commandCheck } from "../config/fields/command-check.ts";
import { list, mapping, name, oneOf, text, whole, workspacePath } from "../config/fields/fields.ts";
import { backoffField, budgetField, restartsField, withinField } from "../config/fields/shared-policy-fields.ts";

const VERIFY_BY = ["test", "schema_check", "file_exists", "lint", "manual"] as const;

const acceptance = mapping(
  {
    criterion: text("a sentence that can be checked").meta({ description: "What must be true when the task is done." }),
    verify_by: oneOf(VERIFY_BY).meta({ description: "How it is checked." }),
    target: text("the test, file or schema it looks at")
      .optional()
      .meta({ description: "What the check looks at: a command, a file or a path." }),
  },
  "a mapping like { criterion: the login test passes, verify_by: test }",
);

/** What tasks may set and `defaults` may set for all of them. */
const shared = {
  role: oneOf(["worker", "drone", "lead"])
    .optional()
    .meta({ description: "Which policy of reeve.yaml supervises it. Default: worker." }),
  agent: text("the name of an agent in reeve.yaml")
    .optional()
    .meta({ description: "The agent that works it: a name under agents: in reeve.yaml." }),
  tier: text("a tier of the agent").optional().meta({ description: "Which of the agent's model tiers it starts on." }),
  gang: text("the name of a gang").optional().meta({ description: "The gang it restarts with: a name under gangs:." }),
  gates: list(commandCheck, "a list of shell commands, like [npm test]")
    .optional()
    .meta({
      description: "Commands that must succeed before the work is accepted; 600 s each by default.",
      examples: [["npm test"]],
    }),
  commitments: list(commandCheck, "a list of shell commands, like [test -f README.md]")
    .optional()
    .meta({
      description:
        "Commands that check what the task must make true; Reeve runs them before the task is done; 30 s each by default.",
      examples: [["test -f README.md"]],
    }),
  acceptance: list(acceptance, "a list of { criterion, verify_by }")
    .optional()
    .meta({
      description: "What must hold for the task to count as done.",
      examples: [[{ criterion: "the login test passes", verify_by: "test" }]],
    }),
  budget: budgetField.optional(),
  priority: whole(-1_000_000, 1_000_000, "a whole number, like 10; higher goes first")
    .optional()
    .meta({ description: "Higher goes first; equal ones go in the order of the plan. Default: 0." }),
  tags: list(text("a word"), "a list of words").optional().meta({ description: "Words for your own use." }),
};

const task = mapping(
  {
    id: name("a task id").meta({ description: "Its name in this plan.", examples: ["parse-input"] }),
    title: text("one line")
      .optional()
      .meta({ description: "One line for people. Default: the first line of the prompt." }),
    prompt: text("write what the agent is to do").meta({ description: "The agent's instructions." }),
    depends_on: list(text("the id of a task"), "a list of task ids, like [setup]")
      .optional()
      .meta({ description: "Tasks that must be done before this one starts." }),
    files: list(workspacePath("a path inside the workspace, like src/main.ts"), "a list of paths, like [src/main.ts]")
      .optional()
      .meta({ description: "Files it will change. Tasks that claim the same file never run at the same time." }),
    ...shared,
  },
  "a mapping with id: and prompt:",
);

const gang = mapping(
  {
    strategy: oneOf(["one_for_one", "one_for_all", "rest_for_one"]).meta({
      description:
        "Which tasks restart when one fails: only that one, all of the gang, or that one and those after it.",
    }),
    intensity: restartsField
      .optional()
      .meta({ description: "Restarts within the window before the whole gang fails." }),
    within_s: withinField.optional().meta({ description: "The window, in seconds." }),
    backoff: backoffField.optional(),
    budget: budgetField
      .optional()
      .meta({ description: "What all its tasks together may use; minutes are those of its agents, added up." }),
  },
  "a mapping like { strategy: rest_for_one }",
);

const entity = mapping(
  {
    name: text("its name").meta({ description: "What the tasks call it." }),
    type: oneOf(["database", "file", "function"]).meta({ description: "What kind of thing it is." }),
    path: workspacePath("a path inside the workspace, like src/users.ts").meta({ description: "Where it is." }),
    table: text("the name of the table").optional().meta({ description: "For a database: the table." }),
    key_fields: list(text("a field"), "a list of fields, like [id, email]")
      .optional()
      .meta({ description: "The fields that others rely on." }),
    created_by_task: text("the id of a task").meta({ description: "The task that makes it." }),
  },
  "a mapping with name:, type:, path: and created_by_task:",
);

const contract = mapping(
  {
    entities: list(entity, "a list of entities").optional().meta({ description: "Things several tasks rely on." }),
    core_queries: list(text("a query"), "a list of queries")
      .optional()
      .meta({ description: "Questions the finished work must be able to answer." }),
  },
  "a mapping with entities: and core_queries:",
);

const checkpoint = mapping(
  {
    id: name("a checkpoint id").meta({ description: "Its name in this plan." }),
    after: list(text("the id of a task"), "a list of task ids, like [setup]")
      .min(1, { error: "name at least one task" })
      .meta({ description: "It runs when these tasks are done." }),
    checks: list(text("a shell command"), "a list of shell commands, like [npm test]")
      .optional()
      .meta({ description: "Commands that must succeed." }),
    session: text("a folder").optional().meta({
      description: "Folder of a session, whose documents the checkpoint with this id compares, like CHECKPOINT-001.",
    }),
  },
  "a mapping with id:, after: and checks:",
);

export const planSchema = mapping(
  {
    title: text("one line").optional().meta({ description: "One line for people. Default: the name of the file." }),
    base: text("a git ref, like main")
      .refine((ref) => !/^-|\s|\.\.|\p{Cc}/u.test(ref), {
        error: "name a branch, a tag or a commit, like main",
        params: { what: "is no git ref" },
      })
      .optional()
      .meta({ description: "Git ref the work starts from. Default: what is checked out.", examples: ["main"] }),
    defaults: mapping(shared, "a mapping like { agent: coder, gates: [npm test] }")
      .optional()
      .meta({ description: "Values for tasks that do not set their own. A budget is filled in key by key." }),
    gangs: z
      .record(name("a gang's name"), gang, { error: "a mapping from a name to { strategy }" })
      .optional()
      .meta({
        description: "Tasks with a shared restart strategy.",
        examples: [{ backend: { strategy: "rest_for_one" } }],
      }),
    tasks: list(task, "a list of tasks, each with id: and prompt:")
      .min(1, { error: "add a task: - { id: hello, prompt: Say hello }" })
      .meta({ description: "The work.", examples: [[{ id: "hello", prompt: "Say hello" }]] }),
    contract: contract.optional().meta({ description: "What the tasks together must build." }),
    checkpoints: list(checkpoint, "a list of { id, after, checks }")
      .optional()
      .meta({ description: "Points where the merged work is checked." }),
  },
  "a mapping with tasks:",
).meta({ title: "plan.yaml", description: "What to do, which agent does it, and in which order." });

export type PlanFile = z.output<typeof planSchema>;
