/** Orders to a run: each is a word that the Reeve at work takes at once, and the next one where none works. */
import { CUT_REASONS, type CutReason } from "../../../domain/work/cut.ts";
import { BUDGET_OPTIONS, type BudgetOptions, type CommandSpec, command, OF_RUN, type OptionSpec } from "../command.ts";
import type { CommonOptions } from "../io.ts";
import type { AckOptions } from "./ack.ts";
import type { AnswerOptions } from "./answer.ts";
import type { OpenOptions } from "./open.ts";
import type { AllOptions } from "./order-all.ts";

const OF_ALL: OptionSpec = { flags: "--all", about: "every run of every project on this machine" };

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
    about: "End a pause, or start tasks after a usage limit that asks first; take an edited plan or budgets.",
    example: "reeve resume",
    options: [OF_RUN],
    act: async ({ io }, options) => (await import("./resume.ts")).resumeCommand(io, options),
  }),
  command<AllOptions, [string | undefined]>({
    usage: "brake [reason]",
    about: "Pull the brake: all agents are stopped or paused within two seconds, nothing starts until you release it.",
    example: 'reeve brake "the API is being migrated"',
    options: [OF_RUN, OF_ALL],
    act: async ({ io, world }, options, reason = "") =>
      options.all
        ? (await import("./order-all.ts")).brakeAllCommand(io, world, reason, options)
        : (await orders()).orderCommand(io, { type: "brake", reason }, options),
  }),
  command<AllOptions>({
    usage: "release",
    about: "Release the brake: one agent at a time until the first task is done, then all. A second time: all at once.",
    example: "reeve release",
    options: [OF_RUN, OF_ALL],
    act: async ({ io, world }, options) =>
      options.all
        ? (await import("./order-all.ts")).releaseAllCommand(io, world, options)
        : (await orders()).orderCommand(io, { type: "release" }, options),
  }),
  command<CommonOptions>({
    usage: "stop",
    about: "Stop the run: agents are asked to end, then killed.",
    example: "reeve stop",
    options: [OF_RUN],
    act: async ({ io, world }, options) => (await import("./stop.ts")).stopCommand(io, world, options),
  }),
  command<OpenOptions, [string]>({
    usage: "open <task>",
    about: "Open a task's worktree in a shell, your editor or its agent's own session; hand back what you changed.",
    example: "reeve open build-api --editor",
    options: [
      OF_RUN,
      { flags: "--editor", about: "your editor ($VISUAL or $EDITOR) instead of a shell" },
      { flags: "--agent", about: "the agent itself, in the session it worked in" },
      { flags: "--say <text>", about: "hand it back with this, without asking" },
      { flags: "--hold", about: "keep it afterwards; `reeve retry` hands it back" },
      { flags: "--print", about: "only print the folder, and hold nothing" },
    ],
    more: "What works on the task is stopped and its work stays; no agent starts on it until you hand it back. Then its next attempt\ncontinues from your changes, and its prompt names them.",
    act: async ({ io, world }, options, task) => (await import("./open.ts")).openCommand(io, world, task, options),
  }),
  command<CommonOptions & { readonly because: string; readonly discard?: boolean }, [string]>({
    usage: "retry <task>",
    about: "Retry a task that failed, was skipped or asks.",
    example: 'reeve retry build-api --because "the API key is set now"',
    options: [
      OF_RUN,
      { flags: "--because <what>", about: "what changed since it failed; required", byDefault: "" },
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
  command<AnswerOptions, [string | undefined, string | undefined]>({
    usage: "answer [question] [text]",
    about: "Answer a question, or all of a kind; the tasks that wait for it proceed.",
    example: 'reeve answer q1 "use PostgreSQL"\n  reeve answer --all "the program is installed now"',
    options: [
      OF_RUN,
      { flags: "--all", about: "the same answer to all open questions, if they are of one kind" },
      { flags: "--like <question>", about: "the same answer to all that are of the kind of this one" },
      { flags: "--dry-run", about: "with --all: only say which would be answered" },
    ],
    act: async ({ io }, options, question, text) =>
      (await import("./answer.ts")).answerCommand(io, question, text, options),
  }),
  command<AckOptions, [readonly string[]]>({
    usage: "ack [questions...]",
    about: "Stop reminders of a question; it stays open.",
    example: "reeve ack q1",
    options: [OF_RUN, { flags: "--all", about: "all open questions" }],
    act: async ({ io }, options, questions) => (await import("./ack.ts")).ackCommand(io, questions, options),
  }),
  command<CommonOptions, [string, string]>({
    usage: "tell <task> <text>",
    about: "Tell a task's agent something: while it works, if it can read it, and in later prompts.",
    example: 'reeve tell build-api "keep the old endpoint, too"',
    options: [OF_RUN],
    act: async ({ io }, options, task, text) => (await orders()).tellCommand(io, task, text, options),
  }),
  command<CommonOptions & BudgetOptions, [string]>({
    usage: "grant <target>",
    about:
      "Grant more budget to a task, each task of a gang, the run, the day or the project; what waited for it continues.",
    example: "reeve grant build-api --usd 5",
    options: [OF_RUN, ...BUDGET_OPTIONS],
    more: "The target is the id of a task, the name of a gang, `run`, `day` or `project`. What is granted is added to the budget in the\nfiles; a budget that is edited there later replaces both.",
    act: async ({ io }, options, target) => (await import("./grant.ts")).grantCommand(io, target, options),
  }),
  command<CommonOptions & { readonly because?: CutReason }, [string, string | undefined]>({
    usage: "cut <target> [text]",
    about: "End the running attempt of a task, or all of a gang; the next prompt says why.",
    example: 'reeve cut build-api --because wrong "it deletes the old endpoint; keep it"',
    options: [
      OF_RUN,
      {
        flags: "--because <reason>",
        about:
          "budget: too expensive; wrong: its changes are wrong; spinning: it goes in circles; path: the wrong approach",
        choices: CUT_REASONS,
      },
    ],
    more: "budget keeps the work and asks you; the others discard it (it stays parked) and start again, unless\n`workspace.changesets` says otherwise. wrong and path need a text.",
    act: async ({ io }, options, target, said = "") =>
      (await orders()).orderCommand(io, { type: "cut", target, reason: options.because ?? null, said }, options),
  }),
];

function orders() {
  return import("./order.ts");
}
