/** The two files `reeve init` writes, as texts. They pass `reeve check` as they are. */
import type { FoundAgents, InstalledAgent } from "../machine/find-agents.ts";
import type { FoundCommand } from "./commands/around.ts";
import type { FoundCommands } from "./commands/find-commands.ts";

export type Isolation = "worktree" | "none";

export interface ConfigWish {
  readonly agents: FoundAgents;
  /** Who works on tasks that name no agent; null: none is installed. */
  readonly first: InstalledAgent | null;
  readonly isolation: Isolation;
  readonly commands: FoundCommands;
  /** The page for agents names the gates. */
  readonly isNamed: boolean;
  /** Of reeve.yaml, as the file refers to it. */
  readonly schema: string;
}

export function configText({ agents, first, isolation, commands, isNamed, schema }: ConfigWish): string {
  return `# yaml-language-server: $schema=${schema}
${first ? installedText(agents, first) : commandText(agents)}
${isolation === "worktree" ? worktreeText(commands.setup) : NO_GIT_TEXT}
${isNamed ? NAMED_TEXT : gatesText(commands.gates)}
max_parallel: 4
policies:
  worker: { restarts: 3, within_s: 300 }
budgets: { minutes: 600 }
`;
}

function installedText({ installed }: FoundAgents, first: InstalledAgent): string {
  return `# No person watches, so each agent is started in a mode that asks for nothing. It works with your rights.
# \`reeve doctor\` looks at versions and logins; \`reeve doctor --try\` proves each with a turn that costs nothing.
agents:
${installed.map(agentText).join("")}
default_agent: ${first.adapter.padEnd(COLUMN - 15)}# works on tasks that name no \`agent\`
`;
}

/** Where comments begin. */
const COLUMN = 34;

function agentText({ adapter, name, unattended }: InstalledAgent): string {
  return `  ${`${adapter}:`.padEnd(COLUMN - 2)}# ${name}, started ${unattended}
    adapter: ${adapter}
    limits: { minutes: 60 }
${HINTS[adapter] ?? ""}`;
}

/** What is worth knowing first of those most people have. */
const HINTS: Readonly<Record<string, string>> = {
  claude: "    # tiers: { low: haiku, high: opus }       # models; a task chooses with `tier: high`\n",
  codex: "    # options: { sandbox: workspace-write }   # its commands: no network, no writing outside the worktree\n",
};

function commandText({ others }: FoundAgents): string {
  return `agents:
  agent:
    adapter: command          # any program: prompt on standard input, result as JSON
    command: ["my-agent", "--some-flag"]
    limits: { minutes: 60 }
  # None of the agents that Reeve knows by name was found. Once one is installed, this is all it needs:
${others.map(({ adapter, install }) => `  # ${`${adapter}: { adapter: ${adapter} }`.padEnd(COLUMN)}# ${install}\n`).join("")}`;
}

function worktreeText(setup: readonly string[]): string {
  const line =
    setup.length === 0 ? "# workspace: { setup: [npm ci] }" : `workspace:\n  setup:\n${setup.map(item).join("\n")}`;
  return `# Every task works in a git worktree of its own. What a new one needs before an agent can work in it:
${line}
`;
}

const NO_GIT_TEXT = `# No git here: all tasks share this folder, and nothing is merged. After \`git init\` and a first commit take this line
# out, and every task gets a worktree and a branch of its own.
isolation: none
`;

const NAMED_TEXT = `# Commands that must succeed before work counts as done are those that the page for agents names under Quality Gates.
`;

function gatesText(found: readonly FoundCommand[]): string {
  if (found.length === 0)
    return `# Commands that must succeed before work counts as done. None was found in this project, so only Reeve's built-in
# checks would look at the work:
# gates: [npm test]
`;
  return `# Commands that must succeed before work counts as done, as this project's own files name them:
gates:
${found.map(({ run, from }) => `${item(run).padEnd(COLUMN)} # ${from}`).join("\n")}
`;
}

/** Of a list; in quotes where YAML would read it otherwise. */
function item(run: string): string {
  return `  - ${/^[\w./][\w./ @-]*$/.test(run) ? run : JSON.stringify(run)}`;
}

export function planText(schema: string): string {
  return `# yaml-language-server: $schema=${schema}
title: My first plan

# Commands that must succeed before work counts as done are \`gates\` in reeve.yaml; a plan or a task may have its own:
# defaults: { gates: [npm test] }

tasks:
  - id: hello
    prompt: Write a file hello.txt that greets its reader.
    files: [hello.txt]

  - id: readme
    depends_on: [hello]
    prompt: Mention hello.txt in the README.
`;
}
