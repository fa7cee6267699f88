/** Boards: a kanban file and task files, worked one task at a time. */
import { type CommandSpec, command } from "../command.ts";
import type { CommonOptions } from "../io.ts";
import type { NewBoardOptions } from "./new-board.ts";
import type { RunBoardOptions } from "./run-board.ts";

export const kanbanCommands: readonly CommandSpec[] = [
  command<CommonOptions>({
    usage: "kanban",
    about: "Work a board of task files: one task at a time, all state in the files.",
    example: "reeve kanban run tasks/0-kanban-booking.md",
    commands: [
      command<RunBoardOptions, [string]>({
        usage: "run <board>",
        about: "Work the board until it is complete or needs you; after a crash it continues from the files.",
        example: "reeve kanban run tasks/0-kanban-booking.md",
        options: [{ flags: "--anyway", about: "even if the current task is already done" }],
        act: async ({ io, world }, options, board) =>
          (await import("./run-board.ts")).runBoardCommand(io, world, board, options),
      }),
      command<NewBoardOptions, [string]>({
        usage: "new <request>",
        about: "Make a board from a request: by the Manager agent, or a kanban file and a first design task.",
        example: 'reeve kanban new "Guests can cancel a booking"',
        options: [{ flags: "--dir <folder>", about: "where; `tasks` of the project if not given" }],
        act: async ({ io, world }, options, request) =>
          (await import("./new-board.ts")).newBoardCommand(io, world, request, options),
      }),
      command<CommonOptions, [string | undefined]>({
        usage: "status [board]",
        looks: true,
        about: "Show the boards of this project, or one board with its tasks.",
        example: "reeve kanban status tasks/0-kanban-booking.md",
        act: async ({ io }, options, board) =>
          (await import("./board-status.ts")).boardStatusCommand(io, board, options),
      }),
      command<CommonOptions, [string]>({
        usage: "check <board>",
        looks: true,
        about: "Show how Reeve reads a board and its tasks, and every mistake in them. Writes nothing.",
        example: "reeve kanban check tasks/0-kanban-booking.md",
        act: async ({ io }, options, board) => (await import("./check-board.ts")).checkBoardCommand(io, board, options),
      }),
    ],
  }),
];
