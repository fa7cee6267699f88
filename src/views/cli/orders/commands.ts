/** Orders to a run: each is a word that the Reeve at work takes at once, and the next one where none works. */
import { type CommandSpec, command, OF_RUN } from "../command.ts";
import type { CommonOptions } from "../io.ts";

export const orderCommands: readonly CommandSpec[] = [
  command<CommonOptions>({
    usage: "pause",
    about: "Let running agents finish, start nothing new.",
    example: "reeve pause",
    options: [OF_RUN],
    act: async ({ io }, options) => (await orders()).orderCommand(io, { type: "pause" }, options),
  }),
  command<CommonOptions>({
    usage: "resume",
    about: "End a pause, or let tasks start after a usage limit that asks.",
    example: "reeve resume",
    options: [OF_RUN],
    act: async ({ io }, options) => (await orders()).orderCommand(io, { type: "resume" }, options),
  }),
  command<CommonOptions>({
    usage: "stop",
    about: "Stop the run: agents are asked to end, then killed.",
    example: "reeve stop",
    options: [OF_RUN],
    act: async ({ io, world }, options) => (await import("./stop.ts")).stopCommand(io, world, options),
  }),
  command<CommonOptions & { readonly because: string; readonly discard?: boolean }, [string]>({
    usage: "retry <task>",
    about: "Retry a task that failed, was skipped or asks.",
    example: 'reeve retry build-api --because "the API key is set now"',
    options: [
      OF_RUN,
      { flags: "--because <what>", about: "what changed since it failed; needed", byDefault: "" },
      { flags: "--discard", about: "start over without the work so far, which is parked" },
    ],
    act: async ({ io }, options, task) => {
      const { because, discard } = options;
      const order = { type: "retry", task, because, ...(discard && { changeset: "discard" as const }) } as const;
      return (await orders()).orderCommand(io, order, options);
    },
  }),
  command<CommonOptions & { readonly because: string; readonly dependants: "end" | "go_on" }, [string]>({
    usage: "skip <task>",
    about: "Leave a task out; what depends on it ends too.",
    example: 'reeve skip docs --because "not needed"',
    options: [
      OF_RUN,
      { flags: "--because <why>", about: "why it is not needed", byDefault: "" },
      {
        flags: "--dependants <what>",
        about: "what becomes of tasks that depend on it",
        choices: ["end", "go_on"],
        byDefault: "end",
      },
    ],
    act: async ({ io }, options, task) => {
      const { because, dependants } = options;
      return (await orders()).orderCommand(io, { type: "skip", task, because, dependants }, options);
    },
  }),
  command<CommonOptions, [string, string]>({
    usage: "answer <question> <text>",
    about: "Answer a question; the tasks that wait for it proceed.",
    example: 'reeve answer q1 "use PostgreSQL"',
    options: [OF_RUN],
    act: async ({ io }, options, question, text) =>
      (await orders()).orderCommand(io, { type: "answer", question, text }, options),
  }),
  command<CommonOptions, [string, string]>({
    usage: "tell <task> <text>",
    about: "Say something to a task's agent: while it works, where it can read it, and to its later attempts.",
    example: 'reeve tell build-api "keep the old endpoint, too"',
    options: [OF_RUN],
    act: async ({ io }, options, task, text) => (await orders()).tellCommand(io, task, text, options),
  }),
];

function orders() {
  return import("./order.ts");
}
