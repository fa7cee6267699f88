/** The message log of a session: what its agents tell each other, a line each. No message is an order, so agents may write them. */
import { type CommandSpec, command, listed, wholeNumber } from "../command.ts";
import type { CommonOptions } from "../io.ts";
import type { ListOptions } from "./list-messages.ts";
import type { LogOptions } from "./log-message.ts";

const OF_SESSION = { flags: "--session <dir>", about: "the folder of the session" };
const BY = [
  OF_SESSION,
  { flags: "--from <role>", about: "who says it" },
  { flags: "--type <type>", about: "such as progress, state_update, error" },
  { flags: "--data <json>", about: "more, as a JSON object; a state_update's is merged into the sender's state" },
];

export const messageCommands: readonly CommandSpec[] = [
  command<CommonOptions>({
    usage: "message",
    about: "Write and read the messages that the agents of a session send each other.",
    example: "reeve message status --session .sessions/booking",
    commands: [
      command<LogOptions, [string | undefined]>({
        usage: "log [summary]",
        looks: true,
        about: "Append a message. Many can write at once; no message is lost, and ids rise.",
        example: 'reeve message log --session s1 --from writer --to coordinator --type progress "The brief is written"',
        options: [
          ...BY,
          { flags: "--to <role>", about: "whom it is for" },
          { flags: "--lines", about: "read messages from standard input, one JSON object per line" },
        ],
        act: async ({ io, world }, options, summary) =>
          (await import("./log-message.ts")).logMessageCommand(io, world.env, summary, options),
      }),
      command<LogOptions, [string]>({
        usage: "broadcast <summary>",
        looks: true,
        about: "Append a message for everybody.",
        example: 'reeve message broadcast --session s1 --from coordinator --type progress "Planning begins"',
        options: BY,
        act: async ({ io, world }, options, summary) =>
          (await import("./log-message.ts")).broadcastCommand(io, world.env, summary, options),
      }),
      command<ListOptions>({
        usage: "list",
        looks: true,
        about: "List the messages, oldest first; name lines that are not messages.",
        example: "reeve message list --session s1 --type error --last 10",
        options: [
          OF_SESSION,
          { flags: "--from <roles>", about: "only from these", parse: listed },
          { flags: "--to <roles>", about: "only to these; a broadcast is to `all`", parse: listed },
          { flags: "--type <types>", about: "only of these types", parse: listed },
          { flags: "--last <n>", about: "only the newest", parse: wholeNumber },
          { flags: "--since <mark>", about: "what came after this mark of an earlier reading" },
          { flags: "-f, --follow", about: "keep printing as more is logged" },
        ],
        act: async ({ io, signal }, options) =>
          (await import("./list-messages.ts")).listMessagesCommand(io, signal, options),
      }),
      command<ListOptions>({
        usage: "status",
        looks: true,
        about: "Show who wrote how much, errors, last activity, and self-scores.",
        example: "reeve message status --session s1",
        options: [OF_SESSION],
        act: async ({ io }, options) => (await import("./message-status.ts")).messageStatusCommand(io, options),
      }),
      command<ListOptions, [string | undefined]>({
        usage: "state [role]",
        looks: true,
        about: "Show the state of a role, merged from its state_update messages, or of all roles.",
        example: "reeve message state writer --session s1",
        options: [OF_SESSION],
        act: async ({ io }, options, role) =>
          (await import("./message-status.ts")).messageStateCommand(io, role, options),
      }),
    ],
  }),
];
