/** The shape of `reeve.yaml`, with the meaning and the default of every key. The one source of its JSON Schema too. */
import { z } from "zod";
import { optionsField } from "./adapter-options.ts";
import { advisorsField } from "./fields/advisors-field.ts";
import { budgetsField } from "./fields/budgets-field.ts";
import { commandCheck } from "./fields/command-check.ts";
import { epicField } from "./fields/epic-field.ts";
import { failureRulesField } from "./fields/failure-rules.ts";
import { anyText, flag, list, mapping, minutes, name, oneOf, text, whole } from "./fields/fields.ts";
import { hygieneField } from "./fields/hygiene-field.ts";
import { kanbanField } from "./fields/kanban-field.ts";
import { notifyField } from "./fields/notify-field.ts";
import { policiesField } from "./fields/policies-field.ts";
import { priceField } from "./fields/price-field.ts";
import { sandboxField } from "./fields/sandbox-field.ts";
import { silenceFields } from "./fields/silence-fields.ts";
import { violationsField } from "./fields/violations-field.ts";
import { workspaceField } from "./fields/workspace-field.ts";
import { OWN_ADAPTER } from "./own-adapter.ts";
import { telemetryField } from "./telemetry-field.ts";

/** Adding an adapter: its name here, which keys it needs in check-adapter.ts, its options in adapter-options.ts. */
export const ADAPTERS = [
  "command",
  "scripted",
  "claude",
  "qwen",
  "codex",
  "codex-exec",
  "opencode",
  "gemini",
  "copilot",
  "acp",
] as const;

const PARALLEL_MAX = 10_000;
/** Who waits for something by looking again and again seldom looks so often. */
const REPEATS = 30;
const OWN_HINT = "the name of an adapter, or the path of a module, like ./my-agent.ts";
const COMMAND_HINT = "a list like [my-agent, --flag], or plain words without quotes";

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
    repeats: whole(0, 10_000, "a whole number, like 30; 0: never").default(REPEATS).meta({
      description:
        "An attempt that repeats the same tool call this many times, with nothing new in between, is stopped for going in circles. Calls that differ only in numbers may be four times as many. 0: never.",
    }),
    ...silenceFields,
  },
  "a mapping like { minutes: 60, output_mb: 32, parallel: 4 }",
);

const agent = mapping(
  {
    adapter: z
      .union([oneOf(ADAPTERS), z.string().regex(OWN_ADAPTER, { error: OWN_HINT, abort: true })], {
        error: `one of: ${ADAPTERS.join(", ")}`,
      })
      .meta({
        description:
          "How Reeve talks to it. command: any program, prompt on stdin. scripted: plays a file of steps, for tests and demos. The others: the agent of that name. Or an adapter of your own: the path of its module, like ./my-agent.ts.",
      }),
    command: z
      .union([text(COMMAND_HINT), list(anyText(COMMAND_HINT), COMMAND_HINT).min(1, { error: COMMAND_HINT })], {
        error: COMMAND_HINT,
      })
      .optional()
      .meta({
        description:
          "Program and arguments. Never run by a shell: a single text is split at spaces and nothing else. Agents that Reeve knows by name are found in PATH without it.",
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
      .meta({
        description: "Variables added to the environment of every attempt.",
        examples: [{ LOG_LEVEL: "debug" }],
      }),
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
    price: priceField.optional(),
    account: name("an account's name")
      .optional()
      .meta({
        description:
          "Agents with the same account share its usage limits: when one is reached, all of them wait. By default, agents of one vendor share an account if their env has the same login.",
        examples: ["team"],
      }),
    auto_resume: flag.optional().meta({
      description:
        "Whether its tasks start again without asking when a usage limit has reset. Default: as policies says.",
    }),
    violations: violationsField,
    options: optionsField,
    script: text("a path to a YAML file of steps")
      .optional()
      .meta({
        description: "For the scripted adapter: the file of steps it plays.",
        examples: ["agent-script.yaml"],
      }),
  },
  "a mapping with adapter: and what it needs",
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
        description: "The agents that tasks can name.",
        minProperties: 1,
        examples: [{ coder: { adapter: "command", command: ["my-agent", "--flag"] } }],
      }),
    default_agent: text("the name of an agent").optional().meta({ description: "The agent for tasks that name none." }),
    max_parallel: whole(1, PARALLEL_MAX, "a whole number from 1, like 4")
      .default(4)
      .meta({ description: "How many attempts may run at once, all agents together." }),
    isolation: oneOf(["worktree", "none"]).default("worktree").meta({
      description:
        "worktree: every task has its own git worktree and branch. none: all tasks work in the project's folder, for folders without git.",
    }),
    workspace: workspaceField.prefault({}).meta({ description: "How worktrees are made, kept and merged." }),
    policies: policiesField.prefault({}).meta({ description: "When to restart, how long to wait, when to ask." }),
    advisors: advisorsField
      .prefault({})
      .meta({ description: "Agents that read and think. Reeve does not ask a role that is not named here." }),
    gates: list(commandCheck, "a list of shell commands, like [npm test]")
      .default([])
      .meta({
        description:
          "Commands that must succeed before work is accepted, for tasks whose plan names none; 600 s each by default. Default: those that AGENTS.md or CLAUDE.md names.",
        examples: [["npm test"]],
      }),
    kanban: kanbanField.prefault({}).meta({ description: "Which agents work a kanban board, see `reeve kanban`." }),
    epic: epicField,
    notify: notifyField,
    budgets: budgetsField
      .default({})
      .meta({ description: "What a whole run may spend. What you leave out has no limit." }),
    gateway: oneOf(["on", "off"]).default("off").meta({
      description:
        "on: agents reach their model's API through Reeve, which counts, stops at budgets and waits for limits.",
    }),
    callback: oneOf(["on", "off"]).default("on").meta({
      description:
        "on: running agents can call Reeve's tools over MCP, on this machine only: report a result, ask a person, write to other tasks.",
    }),
    sandbox: sandboxField.default("auto").meta({
      description:
        "The walls around agents, gates, commitments and setup: auto, on or off, or a mapping with more. See docs/sandbox.md.",
    }),
    journal: mapping(
      {
        wait_minutes: whole(0, 1_440, "minutes from 0 to 1440, like 10").default(10).meta({
          description: "How long a run waits for a journal that cannot be reached before it ends; 0: not at all.",
        }),
      },
      "a mapping like { wait_minutes: 10 }",
    )
      .prefault({})
      .meta({ description: "How Reeve treats the journals of its runs." }),
    paths: mapping(
      {
        state: text("a folder, like .reeve").default(".reeve").meta({ description: "Where runs are kept." }),
        failures: text("a file, like ~/.local/share/reeve/failures.jsonl")
          .optional()
          .meta({
            description:
              "A failure history that several projects share; each appends its failures. Default: this project's own, in the state folder.",
            examples: ["~/.local/share/reeve/failures.jsonl"],
          }),
      },
      "a mapping like { state: .reeve }",
    )
      .prefault({})
      .meta({ description: "Where Reeve keeps its files." }),
    violations: violationsField,
    hygiene: hygieneField
      .prefault({})
      .meta({ description: "Removes what earlier runs left, while a run works. See docs/workspaces.md." }),
    telemetry: telemetryField,
    failures: failureRulesField.default([]),
  },
  "a mapping with agents:",
).meta({ title: "reeve.yaml", description: "Which agents Reeve may use, and how it supervises them." });

export type ConfigFile = z.output<typeof configSchema>;
