/** The shape of `reeve.yaml`, with the meaning and the default of every key. The one source of its JSON Schema too. */
import { z } from "zod";
import { advisorsField } from "./advisors-field.ts";
import { failureRulesField } from "./failure-rules.ts";
import { anyText, flag, list, mapping, minutes, name, oneOf, seconds, text, whole } from "./fields.ts";
import { backoffField, budgetField, restartsField, withinField } from "./policy-fields.ts";
import { workspaceField } from "./workspace-field.ts";

/** Adding an adapter: its name here, and in adapter-rules.ts which keys it needs. */
export const ADAPTERS = ["command", "scripted"] as const;

const PARALLEL_MAX = 10_000;

const limits = mapping(
  {
    minutes: minutes("minutes as a number above 0, like 60")
      .default(60)
      .meta({ description: "An attempt that takes longer is stopped and counted as a time-out." }),
    output_mb: whole(1, 4096, "whole megabytes, 1 to 4096, like 32")
      .default(32)
      .meta({ description: "How much of each output stream is kept on disk: its beginning and its end." }),
    parallel: whole(1, PARALLEL_MAX, "a whole number from 1, like 4")
      .default(PARALLEL_MAX)
      .meta({ description: "Attempts of this agent at once. By default only max_parallel limits them." }),
  },
  "a mapping like { minutes: 60, output_mb: 32, parallel: 4 }",
);

const COMMAND_HINT = "a list like [my-agent, --flag], or plain words without quotes";

const agent = mapping(
  {
    adapter: oneOf(ADAPTERS).meta({
      description:
        "How Reeve talks to it. command: any program, prompt on stdin. scripted: plays a file of steps, for tests and demos.",
    }),
    command: z
      .union([text(COMMAND_HINT), list(anyText(COMMAND_HINT), COMMAND_HINT).min(1, { error: COMMAND_HINT })], {
        error: COMMAND_HINT,
      })
      .optional()
      .meta({
        description: "Program and arguments. Never run by a shell: a single text is split at spaces and nothing else.",
        examples: [["my-agent", "--flag"], "my-agent --flag"],
      }),
    env: z
      .record(
        z.string().regex(/^(?!REEVE_)[A-Za-z_][A-Za-z0-9_]*$/, {
          error: "letters, digits and _ only; names that start with REEVE_ are set by Reeve",
        }),
        anyText("text; put numbers and true or false in quotes"),
        { error: "a mapping like { KEY: value }" },
      )
      .default({})
      .meta({ description: "Added to the environment of every attempt.", examples: [{ LOG_LEVEL: "debug" }] }),
    tiers: z
      .record(
        z.string().regex(/^[A-Za-z][A-Za-z0-9._-]{0,63}$/, { error: "a tier starts with a letter, like low or high" }),
        text("what the agent calls the model"),
        { error: "a mapping from tier to model, like { low: model-a, high: model-b }" },
      )
      .default({})
      .meta({
        description: "Tier → model, from low to high; the order matters.",
        examples: [{ low: "model-a", high: "model-b" }],
      }),
    limits: limits.prefault({}).meta({ description: "What one attempt may take." }),
    script: text("a path to a YAML file of steps")
      .optional()
      .meta({
        description: "Only for the scripted adapter: the file of steps it plays.",
        examples: ["agent-script.yaml"],
      }),
  },
  "a mapping with adapter: and what it needs",
);

function policy(defaults: {
  restarts: number;
  within_s: number;
  backoff: z.input<typeof backoffField>;
  grace_s: number;
}) {
  return mapping(
    {
      restarts: restartsField
        .default(defaults.restarts)
        .meta({ description: "At most so many restarts within the window; then the failure goes up." }),
      within_s: withinField.default(defaults.within_s).meta({ description: "The window, in seconds." }),
      backoff: backoffField.prefault(defaults.backoff),
      grace_s: seconds("seconds above 0, like 10")
        .default(defaults.grace_s)
        .meta({ description: "Seconds between the polite stop and the kill." }),
    },
    "a mapping like { restarts: 3, within_s: 300 }",
  ).prefault({});
}

const policies = mapping(
  {
    worker: policy({
      restarts: 3,
      within_s: 300,
      backoff: { kind: "exponential", base_s: 2, cap_s: 60, jitter: 0.1 },
      grace_s: 10,
    }).meta({ description: "Tasks with role worker (the default role)." }),
    drone: policy({ restarts: 1, within_s: 60, backoff: "none", grace_s: 5 }).meta({
      description: "Tasks with role drone: cheap, single-shot.",
    }),
    lead: policy({
      restarts: 10,
      within_s: 3600,
      backoff: { kind: "exponential", base_s: 5, cap_s: 300, jitter: 0.1 },
      grace_s: 10,
    }).meta({ description: "Tasks with role lead." }),
    malformed_retries: whole(0, 100, "a whole number, like 3")
      .default(3)
      .meta({ description: "Same input again after malformed output, at most so often per task." }),
    lineage_retries: whole(0, 1000, "a whole number, like 3")
      .default(3)
      .meta({ description: "Retries of a task and of what replaced it, before a person is asked." }),
    attempts_max: whole(1, 10_000, "a whole number from 1, like 20")
      .default(20)
      .meta({ description: "Attempts of a task and of what replaced it, of any kind, before a person is asked." }),
    escalation: oneOf(["ask", "give_up"])
      .default("ask")
      .meta({ description: "When the rules are at their end: ask a person, or give the task up and go on." }),
    hold_accounts: flag.default(true).meta({
      description: "A usage limit with a known reset holds all tasks of its agent until then, and costs no retry.",
    }),
    patterns: mapping(
      {
        threshold: whole(2, 1000, "a whole number from 2, like 2")
          .default(2)
          .meta({ description: "So many failures with one root cause make a pattern, which gets one fix." }),
        running: oneOf(["finish", "stop"])
          .default("finish")
          .meta({ description: "Agents at work that would likely fail by it: let finish, or stop." }),
      },
      "a mapping like { threshold: 2, running: finish }",
    )
      .prefault({})
      .meta({ description: "One cause behind many failures." }),
    halt_failed_percent: whole(1, 100, "a percentage, like 30")
      .default(30)
      .meta({ description: "More failed tasks than this, in a plan of ten or more, halt the run. 100: never." }),
    orphan_minutes: minutes("minutes above 0, like 240")
      .default(240)
      .meta({ description: "An agent whose Reeve has not come back for this long is ended." }),
  },
  "a mapping with worker:, drone:, lead:",
);

export const configSchema = mapping(
  {
    version: z
      .literal(1, { error: "write version: 1, or leave it out" })
      .optional()
      .meta({ description: "Version of this format." }),
    agents: z
      .record(name("an agent's name"), agent, {
        error: "a mapping from a name to an agent, with adapter: and command:",
      })
      .meta({
        description: "The agents tasks can name.",
        minProperties: 1,
        examples: [{ coder: { adapter: "command", command: ["my-agent", "--flag"] } }],
      }),
    default_agent: text("the name of an agent").optional().meta({ description: "The agent of tasks that name none." }),
    max_parallel: whole(1, PARALLEL_MAX, "a whole number from 1, like 4")
      .default(4)
      .meta({ description: "Attempts at once, all agents together." }),
    isolation: oneOf(["worktree", "none"]).default("worktree").meta({
      description:
        "worktree: every task has a git worktree and branch of its own. none: all work in the project's folder, for folders without git.",
    }),
    workspace: workspaceField.prefault({}).meta({ description: "How worktrees are made, kept and brought together." }),
    policies: policies.prefault({}).meta({ description: "When to restart, how long to wait, when to ask." }),
    advisors: advisorsField
      .prefault({})
      .meta({ description: "Agents that read and think beside the work. Whoever is not named is not asked." }),
    budgets: budgetField
      .default({})
      .meta({ description: "What a whole run may spend. What is left out has no limit." }),
    paths: mapping(
      {
        state: text("a folder, like .reeve").default(".reeve").meta({ description: "Where runs are kept." }),
      },
      "a mapping like { state: .reeve }",
    )
      .prefault({})
      .meta({ description: "Where Reeve keeps its files." }),
    failures: failureRulesField.default([]),
  },
  "a mapping with agents:",
).meta({ title: "reeve.yaml", description: "Which agents Reeve may use, and how it supervises them." });

export type ConfigFile = z.output<typeof configSchema>;
