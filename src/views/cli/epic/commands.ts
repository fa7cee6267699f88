/** Epics: one Markdown file each, advanced by one decision at a time. */
import { InvalidArgumentError } from "commander";
import { type CommandSpec, command, integer } from "../command.ts";
import type { CommonOptions } from "../io.ts";
import type { HookOptions } from "./hook.ts";
import type { ImportOptions } from "./import-epic.ts";
import type { LoopOptions } from "./loop.ts";
import type { TickOptions } from "./tick.ts";
import type { WorkOptions } from "./work-item.ts";

const EXITS =
  "Exit codes: 0 decided · 5 halted · 9 nothing to do · 7 another tick is running · 10 the body or an answer is malformed.";

const hooks: readonly CommandSpec[] = [
  command<HookOptions, [string | undefined]>({
    usage: "queue-drain [epic]",
    about: "Tick every epic that has something queued; exits with 3 if there is none.",
    example: "reeve hook queue-drain",
    options: [{ flags: "--dry-run", about: "only say which" }],
    act: async ({ io, world, signal }, options, epic) =>
      (await import("./hook.ts")).queueDrainCommand(io, world, signal, epic, options),
  }),
  command<HookOptions, [string | undefined]>({
    usage: "stale-check [epic]",
    about: "Find idle items in progress; with --apply, queue them again. Never one with a review surface.",
    example: "reeve hook stale-check --hours 4 --apply",
    options: [
      { flags: "--hours <n>", about: "idle for longer", parse: integer, byDefault: 4 },
      { flags: "--apply", about: "queue them again; without it nothing is written" },
    ],
    act: async ({ io }, options, epic) => (await import("./hook.ts")).staleCheckCommand(io, epic, options),
  }),
  command<HookOptions, [string]>({
    usage: "pr-merge <branch>",
    about: "A pull request was merged: mark the item of its branch done. For the forge to call.",
    example: "reeve hook pr-merge reeve/r3/integration",
    options: [{ flags: "--epic <epic>", about: "only in this one" }],
    act: async ({ io }, options, branch) => (await import("./hook.ts")).prMergeCommand(io, branch, options),
  }),
];

export const epicCommands: readonly CommandSpec[] = [
  command<TickOptions, [string]>({
    usage: "tick <epic>",
    about: "Advance an epic by one decision, and exit; all state is in its Markdown body.",
    example: "reeve tick epics/booking.md",
    more: EXITS,
    options: [
      { flags: "--dry-run", about: "print the decision; start and write nothing" },
      { flags: "--interactive", about: "afterwards ask you what only you can answer" },
      { flags: "--trust-git", about: "even if agents changed git's configuration" },
    ],
    act: async ({ io, world, signal }, options, epic) =>
      (await import("./tick.ts")).tickCommand(io, world, signal, epic, options),
  }),
  command<LoopOptions, [string]>({
    usage: "loop <epic>",
    about: "Tick an epic at intervals until it is ready for your review.",
    example: "reeve loop --every 30m epics/booking.md",
    options: [
      { flags: "--every <time>", about: "like 90s, 30m, 2h", parse: duration, byDefault: 30 * 60_000 },
      { flags: "--on-exit", about: "also as soon as a worker ends" },
    ],
    act: async ({ io, world, signal }, options, epic) =>
      (await import("./loop.ts")).loopCommand(io, world, signal, epic, options),
  }),
  command<CommonOptions>({
    usage: "epic",
    about: "Create, show, import, approve and reset epics.",
    example: "reeve epic status",
    commands: [
      command<CommonOptions, [string]>({
        usage: "new <title>",
        about: "Make an epic: a Markdown file in epics/.",
        example: 'reeve epic new "Guests can cancel a booking"',
        act: async ({ io }, options, title) => (await import("./edit-epic.ts")).newEpicCommand(io, title, options),
      }),
      command<CommonOptions, [string | undefined]>({
        usage: "status [epic]",
        about: "Show the epics of this project, or one with its items.",
        example: "reeve epic status booking",
        looks: true,
        act: async ({ io }, options, epic) => (await import("./epic-status.ts")).epicStatusCommand(io, epic, options),
      }),
      command<ImportOptions, [string]>({
        usage: "import <file>",
        about: "Import an epic that another tool wrote: add its sections in place; the rest stays byte for byte.",
        example: "reeve epic import epics.md --status sprint-status.yaml",
        options: [
          { flags: "--status <file>", about: "the status file; those beside it if not given" },
          { flags: "--dry-run", about: "say what would be imported; write nothing" },
        ],
        act: async ({ io }, options, file) => (await import("./import-epic.ts")).importEpicCommand(io, file, options),
      }),
      command<CommonOptions, [string, string[]]>({
        usage: "approve <epic> [items...]",
        about: "Queue the items of an epic, so that ticks may dispatch them: those named, else all that are ready.",
        example: "reeve epic approve booking",
        act: async ({ io }, options, epic, items) =>
          (await import("./edit-epic.ts")).approveEpicCommand(io, epic, items, options),
      }),
      command<CommonOptions, [string, string, string]>({
        usage: "decide <epic> <item> <words>",
        about: "Decide what no agent may, like a methodology: your words go into the body, and the item is queued.",
        example: 'reeve epic decide survey survey-2 "We use the second sample."',
        act: async ({ io }, options, epic, item, words) =>
          (await import("./edit-epic.ts")).decideEpicCommand(io, epic, item, words, options),
      }),
      command<CommonOptions, [string]>({
        usage: "reset <epic>",
        about: "Continue after a halt: the epic is queued again, and the counts of the brake start over.",
        example: "reeve epic reset booking",
        act: async ({ io }, options, epic) => (await import("./edit-epic.ts")).resetEpicCommand(io, epic, options),
      }),
      command<WorkOptions, [string, string]>({
        usage: "work <epic> <item>",
        about: "Work an item that a tick has dispatched, as its own supervised run. Ticks start it.",
        example: "reeve epic work booking booking-1 --worker claude --project .",
        options: [
          { flags: "--worker <name>", about: "to whom it was dispatched" },
          { flags: "--project <folder>", about: "where it is worked", byDefault: "." },
        ],
        act: async ({ io, world }, options, epic, item) =>
          (await import("./work-item.ts")).workItemCommand(io, world, epic, item, options),
      }),
    ],
  }),
  command<CommonOptions>({
    usage: "hook",
    about: "For cron, timers and forges: drain the queue, find stale items, mark merged ones.",
    example: "reeve hook queue-drain",
    commands: hooks,
  }),
];

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

function duration(text: string): number {
  const [, number, unit] = /^(\d+)\s*(s|m|h)$/.exec(text.trim()) ?? [];
  const ms = Number(number) * (UNITS[unit ?? ""] ?? Number.NaN);
  if (!(ms > 0)) throw new InvalidArgumentError("It must be a time like 90s, 30m or 2h.");
  return ms;
}
