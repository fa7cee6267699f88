/** This machine and what runs left on it: whether it is fit, work that was put aside, cleaning up; and the demo. */
import { type CommandSpec, command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import type { CleanOptions } from "./clean.ts";
import type { DemoOptions } from "./demo.ts";
import type { DoctorOptions } from "./doctor.ts";
import type { McpOptions } from "./mcp.ts";
import type { ParkedOptions } from "./parked.ts";
import type { RecoverOptions } from "./recover.ts";

export const machineCommands: readonly CommandSpec[] = [
  command<McpOptions>({
    usage: "mcp",
    about: "Let your own agent look at runs, and with --orders steer them: an MCP server on standard input and output.",
    example: "reeve mcp --orders",
    options: [{ flags: "--orders", about: "also tools that answer, tell, retry, pause, brake and the like" }],
    more: "Your agent starts it, for example: claude mcp add reeve -- reeve mcp\nAgents that Reeve supervises cannot use it: their orders are refused.",
    act: async (desk, options) => (await import("./mcp.ts")).mcpCommand(desk, options),
  }),
  command<ParkedOptions>({
    usage: "parked",
    about: "List and show work that was discarded or put aside, or make a branch from it.",
    example: "reeve parked restore r1/api/2",
    commands: [
      command<ParkedOptions>({
        usage: "list",
        looks: true,
        isDefault: true,
        about: "List everything that is parked, newest first.",
        example: "reeve parked list --run r1",
        options: [{ flags: "--run <id>", about: "only of this run" }],
        act: async ({ io }, options) => (await parked()).listParkedCommand(io, options),
      }),
      command<ParkedOptions, [string]>({
        usage: "show <name>",
        looks: true,
        about: "Show what a piece of parked work changed.",
        example: "reeve parked show api/2 --patch",
        options: [
          { flags: "--stat", about: "the files and how much changed in each; the default" },
          { flags: "--patch", about: "every changed line" },
        ],
        act: async ({ io }, options, name) => (await parked()).showParkedCommand(io, name, options),
      }),
      command<ParkedOptions, [string]>({
        usage: "restore <name>",
        about: "Create a branch from it; nothing else changes.",
        example: "reeve parked restore r1/api/2",
        options: [{ flags: "--branch <name>", about: "what to call the branch" }],
        act: async ({ io }, options, name) => (await parked()).restoreParkedCommand(io, name, options),
      }),
    ],
  }),
  command<RecoverOptions, [string | undefined]>({
    usage: "recover [task]",
    looks: (_options, task) => task === undefined,
    about:
      "List agents' work that is in no integrated commit, by task, or bring it back. Changes nothing that is there.",
    example: "reeve recover api --to ./api-recovered",
    options: [
      { flags: "--to <place>", about: "a new or empty folder (./…) or a new branch; if not given, a branch" },
      { flags: "--run <id>", about: "only of this run" },
    ],
    act: async ({ io }, options, task) => (await import("./recover.ts")).recoverCommand(io, task, options),
  }),
  command<CleanOptions>({
    usage: "clean",
    looks: ({ dryRun }) => dryRun === true,
    about: "Remove what ended runs left behind: worktrees, branches, logs, processes. Parks unmerged work first.",
    example: "reeve clean --dry-run",
    options: [
      { flags: "--dry-run", about: "only say what would go, and why the rest stays" },
      { flags: "--older-than <span>", about: "leave alone what is younger: 36h, 7d, 2w", byDefault: "7d" },
      { flags: "--run <id>", about: "only this run; all of them if not given" },
    ],
    act: async ({ io }, options) => (await import("./clean.ts")).cleanCommand(io, options),
  }),
  command<DemoOptions>({
    usage: "demo",
    looks: true,
    about: "Show Reeve working in a temporary repository: no key, no network, under a minute.",
    example: "reeve demo",
    options: [
      { flags: "--keep", about: "leave the repository for you to look at" },
      { flags: "--agents", about: "with real agents, whose model is a script; needs Reeve's repository" },
    ],
    act: async ({ io, world }, options) => (await import("./demo.ts")).demoCommand(io, world, options),
  }),
  command<DoctorOptions>({
    usage: "doctor",
    looks: true,
    about: "Check this machine, this project, its journals and its agents. Spends no token.",
    example: "reeve doctor --try",
    more: `Exit codes: ${EXIT.ok} all is well, ${EXIT.failed} something is wrong (each with its fix)`,
    options: [{ flags: "--try", about: "also let each configured agent do one turn against a model on loopback" }],
    act: async ({ io }, options) => (await import("./doctor.ts")).doctorCommand(io, options),
  }),
];

function parked() {
  return import("./parked.ts");
}
