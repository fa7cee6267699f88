/** What the site consists of, in the order of its menu: every page of docs/ has its place, or the build fails. */

export interface Chapter {
  readonly title: string;
  /** Paths below docs/; the title of each is its first heading. */
  readonly pages: readonly string[];
}

export const OUTLINE: readonly Chapter[] = [
  { title: "Start", pages: ["start.md", "concepts.md", "recipes.md", "troubleshooting.md"] },
  {
    title: "Work a plan",
    pages: ["plan-and-config.md", "planning.md", "steering.md", "workspaces.md", "integration.md", "service.md"],
  },
  {
    title: "Look at it",
    pages: [
      "terminal.md",
      "web.md",
      "report.md",
      "replay.md",
      "notifications.md",
      "telemetry.md",
      "mcp.md",
      "doctor.md",
    ],
  },
  {
    title: "Prove it",
    pages: ["gates.md", "coherence.md", "receipts.md", "checkpoints.md", "violations.md"],
  },
  {
    title: "When it fails",
    pages: [
      "failure-model.md",
      "recovery.md",
      "patterns.md",
      "classifier.md",
      "health.md",
      "brake.md",
      "policy-simulation.md",
    ],
  },
  {
    title: "Money and limits",
    pages: ["budgets.md", "limits.md", "prices.md", "gateway.md", "forecast.md", "network.md", "sandbox.md"],
  },
  { title: "Other systems", pages: ["kanban.md", "epic.md", "pipelines.md", "messages.md"] },
  {
    title: "Agents",
    pages: [
      ...["README.md", "claude.md", "codex.md", "opencode.md", "gemini.md", "qwen.md", "copilot.md", "acp.md"],
      "command.md",
      "add-an-agent.md",
    ].map((page) => `agents/${page}`),
  },
  {
    title: "Reference",
    pages: [
      ...["commands.md", "config.md", "events.md", "api.md", "library.md"].map((page) => `reference/${page}`),
      ...["library.md", "callback-tools.md", "journal-format.md", "engine-tables.md", "benchmarks.md", "release.md"],
    ],
  },
];
