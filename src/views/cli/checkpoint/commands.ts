/** Checkpoints of a session: what its documents say, laid beside each other. */
import { type CommandSpec, command, wholeNumber } from "../command.ts";
import type { CommonOptions } from "../io.ts";
import type { AcceptOptions } from "./accept.ts";
import type { ReportOptions } from "./report.ts";
import type { RunOptions } from "./run.ts";
import type { SessionOptions } from "./session-options.ts";

const OF_SESSION = { flags: "--session <dir>", about: "the folder of the session, or of another tool's documents" };
const DECLARED = {
  flags: "--checkpoints <file>",
  about: "your own checkpoints, in addition to those of project and session",
};
const FORMAT = {
  flags: "--format <form>",
  about: "print junit or sarif instead of sentences",
  choices: ["text", "junit", "sarif"],
  byDefault: "text",
};

export const checkpointCommands: readonly CommandSpec[] = [
  command<CommonOptions>({
    usage: "checkpoint",
    about: "Compare the documents of a session: coverage, terms, decisions, process, health. Changes none of them.",
    example: "reeve checkpoint run --session .kiro/specs/login",
    commands: [
      command<RunOptions, [string[]]>({
        usage: "run [checkpoints...]",
        looks: true,
        about: "Run checkpoints and write their reports; all that apply if none is named. Exits with 1 on a block.",
        example: "reeve checkpoint run 003 --session docs --format sarif",
        options: [
          OF_SESSION,
          DECLARED,
          FORMAT,
          { flags: "--strict", about: "exit with 1 also if a check fails but the verdict does not" },
          { flags: "--no-write", about: "write no report and no message" },
          { flags: "--window <minutes>", about: "how long a task in progress may be silent", parse: wholeNumber },
          { flags: "--trust", about: "run commands and agents that the session itself declares" },
        ],
        act: async ({ io, world }, options, checkpoints) =>
          (await import("./run.ts")).runCommand(io, world, checkpoints, options),
      }),
      command<ReportOptions, [string | undefined]>({
        usage: "report [checkpoint]",
        looks: true,
        about: "Print the last reports.",
        example: "reeve checkpoint report 002 --session s1",
        options: [OF_SESSION, FORMAT],
        act: async ({ io }, options, checkpoint) =>
          (await import("./report.ts")).reportCommand(io, checkpoint, options),
      }),
      command<SessionOptions>({
        usage: "list",
        looks: true,
        about: "List the checkpoints and checks, and how each last ended.",
        example: "reeve checkpoint list --session s1",
        options: [OF_SESSION, DECLARED],
        act: async ({ io }, options) => (await import("./list.ts")).listCommand(io, options),
      }),
      command<AcceptOptions, [string]>({
        usage: "accept <finding>",
        about: "Close a finding until what it is about changes. The reports say who closed it and why.",
        example: 'reeve checkpoint accept 1f0c9a2b --session s1 --by Ada --because "Comes with the next release"',
        options: [
          OF_SESSION,
          { flags: "--by <name>", about: "who accepts it" },
          { flags: "--because <why>", about: "why" },
        ],
        act: async ({ io }, options, finding) => (await import("./accept.ts")).acceptCommand(io, finding, options),
      }),
      command<SessionOptions>({
        usage: "init",
        about: "Write templates: brief, requirements, architecture, epics, plan, and your own checks.",
        example: "reeve checkpoint init --session s1",
        options: [OF_SESSION],
        act: async ({ io }, options) => (await import("./init.ts")).initCommand(io, options),
      }),
    ],
  }),
];
