/** Receivers of messages when a person is needed. */
import { type CommandSpec, command } from "../command.ts";
import type { CommonOptions } from "../io.ts";

export const notifyCommands: readonly CommandSpec[] = [
  command({
    usage: "notify",
    about: "Check the receivers of messages that reeve.yaml names under notify:.",
    example: "reeve notify test",
    commands: [
      command<CommonOptions>({
        usage: "test",
        about: "Send a test message to each receiver and say what happened.",
        example: "reeve notify test",
        act: async (desk, options) => (await import("./test-notify.ts")).testNotifyCommand(desk, options),
      }),
    ],
  }),
];
