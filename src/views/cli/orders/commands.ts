/** The commands by which a person orders something of a run. Part of `program`. */
import { randomUUID } from "node:crypto";
import { type Command, Option } from "commander";
import { command, ofRun, type ProgramOptions } from "../command.ts";
import type { CommonOptions } from "../io.ts";

export function addOrderCommands(program: Command, options: ProgramOptions): void {
  const { io, done } = options;
  const order = async (input: Parameters<typeof import("./order.ts").controlCommand>[1], given: CommonOptions) => {
    const { controlCommand } = await import("./order.ts");
    done(await controlCommand(io, input, given));
  };
  ofRun(command(program, "pause", "Let running agents go on, start nothing new.", "reeve pause")).action(
    (given: CommonOptions) => order({ type: "pause" }, given),
  );
  ofRun(command(program, "resume", "Go on after a pause, or after a usage limit that asks.", "reeve resume")).action(
    (given: CommonOptions) => order({ type: "resume" }, given),
  );
  ofRun(command(program, "stop", "Stop the run: agents are asked to end, then ended.", "reeve stop")).action(
    async (given: CommonOptions) => {
      const { stopCommand } = await import("./stop.ts");
      done(await stopCommand(io, options.world, given));
    },
  );
  ofRun(
    command(
      program,
      "retry <task>",
      "Try a task again that failed, was skipped or asks.",
      'reeve retry build-api --because "the API key is set now"',
    ),
  )
    .option("--because <what>", "what changed since it failed; needed", "")
    .option("--discard", "begin again without the work so far, which is parked")
    .action((task: string, given: CommonOptions & { because: string; discard?: boolean }) => {
      const changeset = given.discard ? { changeset: "discard" as const } : {};
      return order({ type: "retry", task, because: given.because, ...changeset }, given);
    });
  ofRun(
    command(
      program,
      "skip <task>",
      "Do without a task; what depends on it ends too.",
      'reeve skip docs --because "not needed"',
    ),
  )
    .option("--because <why>", "why it is not needed", "")
    .addOption(
      new Option("--dependants <what>", "what becomes of tasks that depend on it")
        .choices(["end", "go_on"])
        .default("end"),
    )
    .action((task: string, given: CommonOptions & { because: string; dependants: "end" | "go_on" }) =>
      order({ type: "skip", task, because: given.because, dependants: given.dependants }, given),
    );
  ofRun(
    command(
      program,
      "answer <question> <text>",
      "Answer a question; the tasks that wait for it go on.",
      'reeve answer q1 "use PostgreSQL"',
    ),
  ).action((question: string, text: string, given: CommonOptions) => order({ type: "answer", question, text }, given));
  ofRun(
    command(
      program,
      "tell <task> <text>",
      "Say something to a task's agent: while it works where it can hear, and to its later attempts.",
      'reeve tell build-api "keep the old endpoint, too"',
    ),
  ).action((task: string, text: string, given: CommonOptions) =>
    order({ type: "tell", task, message: randomUUID().slice(0, 8), text }, given),
  );
}
