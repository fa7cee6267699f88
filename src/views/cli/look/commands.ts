/** Looking at a run, whether somebody works on it or not. */
import { type CommandSpec, command, OF_RUN, wholeNumber } from "../command.ts";
import type { CommonOptions } from "../io.ts";
import type { EventsOptions } from "./events.ts";
import type { LogsOptions } from "./logs.ts";
import type { ReplayOptions } from "./replay.ts";
import type { ReportOptions } from "./report.ts";

export const lookCommands: readonly CommandSpec[] = [
  command<CommonOptions>({
    usage: "status",
    looks: true,
    about: "Show what runs, what waits and for what, what needs you, and what it cost.",
    example: "reeve status --json",
    options: [OF_RUN],
    act: async ({ io }, options) => (await import("./status.ts")).statusCommand(io, options),
  }),
  command<CommonOptions, [string | undefined]>({
    usage: "why [task]",
    looks: true,
    about: "Explain the decisions about a task, or a board, with their evidence.",
    example: "reeve why build-api",
    options: [OF_RUN],
    act: async ({ io }, options, task) => (await import("./why.ts")).whyCommand(io, task, options),
  }),
  command<CommonOptions, [string | undefined]>({
    usage: "watch [run]",
    looks: true,
    about: "Watch a run live in the terminal and act on it: answer, tell, retry, cut, pause, brake.",
    example: "reeve watch r7",
    more: "The newest run if none is named; also one that runs in the background or is stopped. `?` shows the keys.\nWhere there is no terminal it prints the status once. With --json: the status, and what needs you.",
    act: async ({ io, world, signal }, options, run) =>
      (await import("./watch.ts")).watchCommand(io, world, signal, run, options),
  }),
  command<EventsOptions>({
    usage: "events",
    looks: true,
    about: "Show what happened, in order.",
    example: "reeve events --follow",
    options: [
      OF_RUN,
      { flags: "-f, --follow", about: "keep printing as more happens" },
      { flags: "--all", about: "also what is usually kept quiet" },
      { flags: "--from <seq>", about: "start with this record", parse: wholeNumber },
    ],
    act: async ({ io, signal }, options) => (await import("./events.ts")).eventsCommand(io, signal, options),
  }),
  command<LogsOptions, [string]>({
    usage: "logs <task>",
    looks: true,
    about: "Show what a task's agent said, edited and ran, and the results.",
    example: "reeve logs build-api --follow",
    options: [
      OF_RUN,
      { flags: "-f, --follow", about: "keep printing while it runs" },
      { flags: "--attempt <n>", about: "an earlier attempt instead of the newest", parse: wholeNumber },
      { flags: "--raw", about: "every line as it was printed" },
    ],
    act: async ({ io, world, signal }, options, task) =>
      (await import("./logs.ts")).logsCommand(io, world.env, signal, task, options),
  }),
  command<ReplayOptions, [string | undefined]>({
    usage: "replay [run]",
    looks: true,
    about:
      "Show a run as it was at any moment; or where another policy would have decided otherwise, and the difference it makes.",
    example: "reeve replay r7 --at 120\n  reeve replay r7 --with policy.yaml",
    options: [
      OF_RUN,
      {
        flags: "--at <record>",
        about: "after this record; `reeve events --json` shows their numbers",
        parse: wholeNumber,
      },
      { flags: "--with <files>", about: "policies to compare with, separated by commas" },
      { flags: "--all-runs", about: "with --with: all runs of this project" },
    ],
    act: async ({ io }, options, run) => (await import("./replay.ts")).replayCommand(io, run, options),
  }),
  command<ReportOptions>({
    usage: "report",
    looks: ({ out }) => out === undefined,
    about: "Print the morning report: what is done and proved, what to decide, what failed and what it cost.",
    example: "reeve report --html --out report.html",
    options: [
      OF_RUN,
      { flags: "--md", about: "as Markdown; the default" },
      { flags: "--html", about: "as one page that loads nothing" },
      { flags: "--out <file>", about: "write it there instead of printing it" },
    ],
    act: async ({ io }, options) => (await import("./report.ts")).reportCommand(io, options),
  }),
  command<CommonOptions>({
    usage: "questions",
    looks: true,
    about: "List what only you can answer: how severe, how old, and what it holds up.",
    example: "reeve questions",
    options: [OF_RUN],
    act: async ({ io }, options) => (await import("./questions.ts")).questionsCommand(io, options),
  }),
];
