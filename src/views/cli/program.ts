/**
 * The commands of `reeve`: their names, options, help and examples. Each command's code is loaded only when it is used,
 * because `status` must be quick. Nothing is decided here.
 */
import { Command, InvalidArgumentError, Option } from "commander";
import type { ExitCode } from "./exit-codes.ts";
import { EXIT } from "./exit-codes.ts";
import type { CommonOptions, Io } from "./io.ts";
import type { World } from "./world.ts";

export interface ProgramOptions {
  readonly io: Io;
  readonly version: string;
  /** Built only for commands that need it. */
  readonly world: () => Promise<World>;
  /** Aborted when the person presses Ctrl-C in a command that only watches. */
  readonly signal: AbortSignal;
  readonly done: (code: ExitCode) => void;
}

export function buildProgram(options: ProgramOptions): Command {
  const program = new Command("reeve")
    .description("Supervises fleets of AI coding agents: works a plan unattended and asks you only what only you can answer.")
    .version(options.version)
    .configureOutput({ writeOut: (text) => options.io.out(text), writeErr: (text) => options.io.err(text) })
    .exitOverride()
    .showHelpAfterError("`reeve --help` lists the commands.");
  addPlanCommands(program, options);
  addLookCommands(program, options);
  addOrderCommands(program, options);
  addOtherCommands(program, options);
  for (const command of program.commands) command.copyInheritedSettings(program);
  program.addHelpText("after", EXIT_HELP);
  return program;
}

function addPlanCommands(program: Command, { io, world, done }: ProgramOptions): void {
  command(program, "init", "Write a first reeve.yaml and plan.yaml.", "reeve init").action(async (given: CommonOptions) => {
    const { initCommand } = await import("./commands/init.ts");
    done(initCommand(io, process.env["PATH"] ?? "", given));
  });
  command(program, "check [plan]", "Check reeve.yaml and a plan; report every mistake at once; start nothing.", "reeve check plan.yaml").action(
    async (plan: string | undefined, given: CommonOptions) => {
      const { checkCommand } = await import("./commands/check.ts");
      done(checkCommand(io, plan, given));
    },
  );
  ofRun(command(program, "run [plan]", "Work a plan, or go on with a run.", "reeve run plan.yaml --max-parallel 4"))
    .option("--max-parallel <n>", "at most so many agents at once", wholeNumber)
    .option("--detach", "work in the background")
    .option("--wait", "stay when only a person can go on, instead of ending")
    .option("--new", "begin a new run even if one of this plan exists")
    .action(async (plan: string | undefined, given: CommonOptions) => {
      const { runCommand } = await import("./commands/run.ts");
      done(await runCommand(io, await world(), plan, given));
    });
}

function addLookCommands(program: Command, { io, world, signal, done }: ProgramOptions): void {
  ofRun(command(program, "status", "What runs, what waits and on what, what needs you, what it cost.", "reeve status --json")).action(
    async (given: CommonOptions) => {
      const { statusCommand } = await import("./commands/status.ts");
      done(await statusCommand(io, given));
    },
  );
  ofRun(command(program, "why [task]", "The decisions about a task in sentences, with their evidence.", "reeve why build-api")).action(
    async (task: string | undefined, given: CommonOptions) => {
      const { whyCommand } = await import("./commands/why.ts");
      done(await whyCommand(io, task, given));
    },
  );
  ofRun(command(program, "events", "What happened, in order.", "reeve events --follow"))
    .option("-f, --follow", "go on as more happens")
    .option("--all", "also what is usually kept quiet")
    .option("--from <seq>", "begin with this record", wholeNumber)
    .action(async (given: CommonOptions) => {
      const { eventsCommand } = await import("./commands/events.ts");
      done(await eventsCommand(io, { ...given, signal }));
    });
  ofRun(command(program, "logs <task>", "What a task's agent printed.", "reeve logs build-api --follow"))
    .option("-f, --follow", "go on while it lives")
    .option("--attempt <n>", "an earlier attempt instead of the newest", wholeNumber)
    .action(async (task: string, given: CommonOptions) => {
      const { logsCommand } = await import("./commands/logs.ts");
      done(await logsCommand(io, await world(), task, { ...given, signal }));
    });
  ofRun(command(program, "questions", "What only you can answer.", "reeve questions")).action(async (given: CommonOptions) => {
    const { questionsCommand } = await import("./commands/questions.ts");
    done(await questionsCommand(io, given));
  });
}

function addOrderCommands(program: Command, options: ProgramOptions): void {
  const { io, done } = options;
  const order = async (input: Parameters<typeof import("./commands/control.ts").controlCommand>[1], given: CommonOptions) => {
    const { controlCommand } = await import("./commands/control.ts");
    done(await controlCommand(io, input, given));
  };
  ofRun(command(program, "pause", "Let running agents go on, start nothing new.", "reeve pause")).action((given: CommonOptions) => order({ type: "pause" }, given));
  ofRun(command(program, "resume", "Go on after a pause.", "reeve resume")).action((given: CommonOptions) => order({ type: "resume" }, given));
  ofRun(command(program, "stop", "Stop the run: agents are asked to end, then ended.", "reeve stop")).action(async (given: CommonOptions) => {
    const { stopCommand } = await import("./commands/stop.ts");
    done(await stopCommand(io, options.world, given));
  });
  ofRun(command(program, "retry <task>", "Try a task again that failed, was skipped or asks.", 'reeve retry build-api --because "the API key is set now"'))
    .option("--because <what>", "what changed since it failed; needed", "")
    .action((task: string, given: CommonOptions & { because: string }) => order({ type: "retry", task, because: given.because }, given));
  ofRun(command(program, "skip <task>", "Do without a task; what depends on it ends too.", 'reeve skip docs --because "not needed"'))
    .option("--because <why>", "why it is not needed", "")
    .addOption(new Option("--dependants <what>", "what becomes of tasks that depend on it").choices(["end", "go_on"]).default("end"))
    .action((task: string, given: CommonOptions & { because: string; dependants: "end" | "go_on" }) =>
      order({ type: "skip", task, because: given.because, dependants: given.dependants }, given),
    );
  ofRun(command(program, "answer <question> <text>", "Answer a question; the tasks that wait for it go on.", 'reeve answer q1 "use PostgreSQL"')).action(
    (question: string, text: string, given: CommonOptions) => order({ type: "answer", question, text }, given),
  );
}

function addOtherCommands(program: Command, { io, world, done }: ProgramOptions): void {
  command(program, "simulate <file>", "Run a supervision tree and a script in virtual time and show the trace.", "reeve simulate case.json").action(
    async (file: string, given: CommonOptions) => {
      const { simulateCommand } = await import("./commands/simulate.ts");
      done(simulateCommand(io, file, given));
    },
  );
  command(program, "demo", "Show Reeve at work in a temporary repository: no key, no network, under a minute.", "reeve demo")
    .option("--keep", "leave the repository for you to look at")
    .action(async (given: CommonOptions & { keep?: boolean }) => {
      const { demoCommand } = await import("./commands/demo.ts");
      done(await demoCommand(io, await world(), given));
    });
  command(program, "doctor", "Check this machine, this project and its journals.", "reeve doctor").action(async (given: CommonOptions) => {
    const { doctorCommand } = await import("./commands/doctor.ts");
    done(await doctorCommand(io, await world(), given));
  });
}

function command(program: Command, usage: string, description: string, example: string): Command {
  return program
    .command(usage)
    .description(description)
    .option("--json", "print JSON instead of sentences")
    .addHelpText("after", `\nExample:\n  ${example}`);
}

function ofRun(command: Command): Command {
  return command.option("--run <id>", "which run; the newest if not given");
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError("It must be a whole number from 1 on.");
  return number;
}

const EXIT_HELP = `
Exit codes:
  ${EXIT.ok}   done, or the command did what it says
  ${EXIT.failed}   the run ended, but not every task could be done
  ${EXIT.badInput}   wrong usage, configuration, plan or order; nothing was changed
  ${EXIT.needsPerson}   nothing more can be done before you answer a question
  ${EXIT.stopped}   stopped or paused before the end; \`reeve run\` goes on
  ${EXIT.halted}   halted by a brake: budget, or a supervisor at the root gave up
  ${EXIT.journal}   the journal could not be read or written
  ${EXIT.held}   another Reeve works on this run
  ${EXIT.bug}  a bug in Reeve`;
