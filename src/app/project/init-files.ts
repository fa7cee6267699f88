/** The two files `reeve init` writes, as texts. They pass `reeve check` as they are. */
import type { FoundAgents, InstalledAgent } from "../machine/find-agents.ts";

export type Isolation = keyof typeof WORKSPACES;

/** `first`: who works on tasks that name no agent; null: none is installed. */
export function configText(agents: FoundAgents, first: InstalledAgent | null, isolation: Isolation): string {
  return `# yaml-language-server: $schema=./node_modules/reeve/schemas/reeve.schema.json
${first ? installedText(agents, first) : commandText(agents)}
${WORKSPACES[isolation]}
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

const WORKSPACES = {
  worktree: `# Every task works in a git worktree of its own. What a new one needs before an agent can work in it:
# workspace: { setup: [npm ci] }
`,
  none: `# No git here: all tasks share this folder, and nothing is merged. After \`git init\` and a first commit take this line
# out, and every task gets a worktree and a branch of its own.
isolation: none
`,
} as const;

export const PLAN_TEXT = `# yaml-language-server: $schema=./node_modules/reeve/schemas/plan.schema.json
title: My first plan

# Commands that must succeed before work counts as done:
# defaults: { gates: [npm test] }

tasks:
  - id: hello
    prompt: Write a file hello.txt that greets whoever reads it.
    files: [hello.txt]

  - id: readme
    depends_on: [hello]
    prompt: Mention hello.txt in the README.
`;
