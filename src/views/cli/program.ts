/**
 * The commands of `reeve`: their names, options, help and examples. Each command's code is loaded only when it is used,
 * because `status` must be quick. Nothing is decided here.
 */
import { Command } from "commander";
import { command, ofRun, type ProgramOptions, wholeNumber } from "./command.ts";
import type { DemoCommandOptions } from "./commands/demo.ts";
import type { DoctorOptions } from "./commands/doctor.ts";
import { EXIT } from "./exit-codes.ts";
import type { CommonOptions } from "./io.ts";
import { addCoherenceCommands } from "./program-coherence.ts";
import { addFailureCommands } from "./program-failures.ts";
import { addHygieneCommands } from "./program-hygiene.ts";
import { addOrderCommands } from "./program-orders.ts";
import { addProposalCommands } from "./program-plan.ts";
import { addRecoveryCommands } from "./program-recovery.ts";
import { addReviewCommands } from "./program-review.ts";
import { addSimulateCommand } from "./program-simulate.ts";

export function buildProgram(options: ProgramOptions): Command {
  const program = new Command("reeve")
    .description(
      "Supervises fleets of AI coding agents: works a plan unattended and asks you only what only you can answer.",
    )
    .version(options.version)
    .configureOutput({
      writeOut: (text) => options.io.out(text),
      writeErr: (text) => options.io.err(text),
      outputError: (text, write) => write(text.replace(/^error: /, "reeve: ")),
    })
    .exitOverride()
    .showHelpAfterError("`reeve --help` lists the commands.");
  addPlanCommands(program, options);
  addProposalCommands(program, options);
  addLookCommands(program, options);
  addOrderCommands(program, options);
  addReviewCommands(program, options);
  addCoherenceCommands(program, options);
  addHygieneCommands(program, options);
  addFailureCommands(program, options);
  addRecoveryCommands(program, options);
  addSimulateCommand(program, options);
  addOtherCommands(program, options);
  for (const command of program.commands)
    command
      .copyInheritedSettings(program)
      .showHelpAfterError(`\`reeve ${command.name()} --help\` tells how it is used.`);
  program.addHelpText("after", EXIT_HELP);
  return program;
}

function addPlanCommands(program: Command, { io, world, done }: ProgramOptions): void {
  command(program, "init", "Write a first reeve.yaml, for the agents it finds, and a plan.yaml.", "reeve init").action(
    async (given: CommonOptions) => {
      const { initCommand } = await import("./commands/init.ts");
      done(initCommand(io, await world(), given));
    },
  );
  command(
    program,
    "check [plan]",
    "Check reeve.yaml and a plan; report every mistake at once; start nothing.",
    "reeve check plan.yaml",
  ).action(async (plan: string | undefined, given: CommonOptions) => {
    const { checkCommand } = await import("./commands/check.ts");
    done(await checkCommand(io, plan, given));
  });
  ofRun(command(program, "run [plan]", "Work a plan, or go on with a run.", "reeve run plan.yaml --max-parallel 4"))
    .option("--max-parallel <n>", "at most so many agents at once", wholeNumber)
    .option("--no-auto-resume", "ask before tasks that a usage limit held go on")
    .option("--detach", "work in the background")
    .option("--wait", "stay when only a person can go on, instead of ending")
    .option("--new", "begin a new run even if one of this plan exists")
    .action(async (plan: string | undefined, given: CommonOptions) => {
      const { runCommand } = await import("./commands/run.ts");
      done(await runCommand(io, await world(), plan, given));
    });
}

function addLookCommands(program: Command, { io, world, signal, done }: ProgramOptions): void {
  ofRun(
    command(
      program,
      "status",
      "What runs, what waits and on what, what needs you, what it cost.",
      "reeve status --json",
    ),
  ).action(async (given: CommonOptions) => {
    const { statusCommand } = await import("./commands/status.ts");
    done(await statusCommand(io, given));
  });
  ofRun(
    command(
      program,
      "why [task]",
      "The decisions about a task in sentences, with their evidence.",
      "reeve why build-api",
    ),
  ).action(async (task: string | undefined, given: CommonOptions) => {
    const { whyCommand } = await import("./commands/why.ts");
    done(await whyCommand(io, task, given));
  });
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
  ofRun(command(program, "questions", "What only you can answer.", "reeve questions")).action(
    async (given: CommonOptions) => {
      const { questionsCommand } = await import("./commands/questions.ts");
      done(await questionsCommand(io, given));
    },
  );
}

function addOtherCommands(program: Command, { io, world, done }: ProgramOptions): void {
  command(
    program,
    "demo",
    "Show Reeve at work in a temporary repository: no key, no network, under a minute.",
    "reeve demo",
  )
    .option("--keep", "leave the repository for you to look at")
    .option("--agents", "with real agents, whose model is a script; needs Reeve's repository")
    .action(async (given: DemoCommandOptions) => {
      const { demoCommand } = await import("./commands/demo.ts");
      done(await demoCommand(io, await world(), given));
    });
  command(
    program,
    "doctor",
    "Check this machine, this project, its journals and its agents. Spends no token.",
    "reeve doctor --try",
  )
    .option("--try", "also let each configured agent do one turn against a model on loopback")
    .addHelpText("after", `\nExit codes: ${EXIT.ok} all is well, ${EXIT.failed} something is wrong (each with its fix)`)
    .action(async (given: DoctorOptions) => {
      const { doctorCommand } = await import("./commands/doctor.ts");
      done(await doctorCommand(io, await world(), given));
    });
}

const EXIT_HELP = `
Exit codes:
  ${EXIT.ok}   done, or the command did what it says
  ${EXIT.failed}   the run ended, but not every task was done; doctor: something is wrong
  ${EXIT.badInput}   wrong usage, configuration, plan or order; nothing was changed
  ${EXIT.needsPerson}   nothing more can be done before you answer a question
  ${EXIT.stopped}   stopped or paused before the end; \`reeve run\` goes on
  ${EXIT.halted}   halted by a brake: budget, or a supervisor at the root gave up
  ${EXIT.journal}   the journal could not be read or written
  ${EXIT.held}   another Reeve works on this run
  ${EXIT.unusable}   the repository cannot be worked in
  ${EXIT.bug}  a bug in Reeve`;
