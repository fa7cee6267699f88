/** The commands of `reeve`, put together from the tables of each idea. Nothing is decided here. */
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { checkpointCommands } from "./checkpoint/commands.ts";
import { coherenceCommands } from "./coherence/commands.ts";
import { addCommand, type CommandSpec, type Desk } from "./command.ts";
import { deliverCommands } from "./deliver/commands.ts";
import { epicCommands } from "./epic/commands.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { failureCommands } from "./failures/commands.ts";
import { printErr } from "./io.ts";
import { kanbanCommands } from "./kanban/commands.ts";
import { lookCommands } from "./look/commands.ts";
import { machineCommands } from "./machine/commands.ts";
import { messageCommands } from "./messages/commands.ts";
import { notifyCommands } from "./notify/commands.ts";
import { orderCommands } from "./orders/commands.ts";
import { planCommands } from "./plan/commands.ts";
import { runCommands } from "./run/commands.ts";
import { serviceCommands } from "./service/commands.ts";
import { shellCommands } from "./shell/commands.ts";

export interface ProgramOptions extends Omit<Desk, "others"> {
  readonly version: string;
  readonly done: (code: ExitCode) => void;
  /** Goes to another folder before anything is done; false: there is none. */
  readonly enter?: (folder: string) => boolean;
}

/** In the order of the help, under their headings. */
export const COMMANDS: Readonly<Record<string, readonly CommandSpec[]>> = {
  "Work:": runCommands,
  "Look at a run:": lookCommands,
  "Give orders:": orderCommands,
  "Review and take over:": deliverCommands,
  "Plan:": planCommands,
  "Boards:": kanbanCommands,
  "Epics:": epicCommands,
  "Sessions:": [...messageCommands, ...checkpointCommands],
  "Branches and contracts:": coherenceCommands,
  "Messages:": notifyCommands,
  "Look back:": failureCommands,
  "This machine:": [...serviceCommands, ...machineCommands, ...shellCommands(() => Object.values(COMMANDS).flat())],
};

export const ABOUT =
  "Supervises fleets of AI coding agents: works a plan unattended and asks you only what only you can answer.";

export function buildProgram(options: ProgramOptions): Command {
  const { version, done, enter = () => false, ...given } = options;
  const all = Object.values(COMMANDS).flat();
  const desk: Desk = {
    ...given,
    others: { all, work: (argv, io) => workLine({ ...given, version, enter, io }, argv) },
  };
  const program = new Command("reeve")
    .description(ABOUT)
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show this help")
    .addHelpCommand(new Command("help").argument("[command]").description("The help of a command.").helpGroup("Help:"))
    .option("-C <folder>", "do everything as if started in this folder", (folder: string) => {
      if (!enter(folder)) throw new InvalidArgumentError("There is no such folder.");
      return folder;
    })
    .configureOutput({
      writeOut: (text) => desk.io.out(text),
      writeErr: (text) => printErr(desk.io, text.replace(/\n$/, "")),
      outputError: (text, write) => write(text.replace(/^error: /, "reeve: ")),
    })
    .exitOverride()
    .showHelpAfterError("`reeve --help` lists the commands.");
  for (const [heading, commands] of Object.entries(COMMANDS))
    for (const spec of commands) addCommand(program, spec, desk, done).helpGroup(heading);
  return program.addHelpText("after", `${BARE_HELP}${EXIT_HELP}`);
}

/** One line of orders to `reeve`, from reading it to what it exits with. Throws only what a command did not foresee. */
export async function workLine(options: Omit<ProgramOptions, "done">, argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const done = (result: ExitCode) => {
    code = result;
  };
  try {
    const program = buildProgram({ ...options, done });
    if (isBare(argv, options.enter)) {
      const { bareCommand } = await import("./bare.ts");
      const bare = await bareCommand(options.io);
      if (bare !== null) return bare;
      program.outputHelp();
      return EXIT.ok;
    }
    await program.parseAsync(argv, { from: "user" });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.ok : EXIT.badInput;
  }
}

/** Nothing is asked for, here or in the folder that is named; that folder is entered. */
function isBare([first, folder, ...more]: readonly string[], enter: ProgramOptions["enter"]): boolean {
  if (first === undefined) return true;
  return first === "-C" && folder !== undefined && more.length === 0 && enter?.(folder) === true;
}

const BARE_HELP = `
\`reeve\` alone shows how the newest run stands, like \`reeve status\`.
`;

export const EXIT_HELP = `
Exit codes:
  ${EXIT.ok}   done, or the command did what it says
  ${EXIT.failed}   the run ended, but not every task was done; doctor: something is wrong
  ${EXIT.badInput}   wrong usage, configuration, plan or order; nothing was changed
  ${EXIT.needsPerson}   nothing more can be done until you answer a question
  ${EXIT.stopped}   stopped or paused before the end; \`reeve run\` resumes it
  ${EXIT.halted}   halted by a brake: budget, or a supervisor at the root gave up
  ${EXIT.journal}   the journal could not be read or written
  ${EXIT.held}   another Reeve is working on this run
  ${EXIT.unusable}   the repository cannot be worked in
  ${EXIT.nothingToDo}   an epic: there was nothing to decide
  ${EXIT.malformed}  an epic: its body, or an answer about it, is malformed
  ${EXIT.bug}  a bug in Reeve`;
