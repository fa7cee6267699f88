/** The commands about what runs left behind: parked work, and cleaning up. Part of `program`. */
import type { Command } from "commander";
import { command, type ProgramOptions } from "../command.ts";
import type { CleanOptions } from "./clean.ts";
import type { ParkedOptions } from "./parked.ts";

export function addHygieneCommands(program: Command, options: ProgramOptions): void {
  addParkedCommands(program, options);
  const { io, world, done } = options;
  command(
    program,
    "clean",
    "Remove what ended runs left behind: worktrees, branches, logs, processes. Work that is not merged is parked first.",
    "reeve clean --dry-run",
  )
    .option("--dry-run", "only say what would go, and why the rest stays")
    .option("--older-than <span>", "leave alone what is younger: 36h, 7d, 2w", "7d")
    .option("--run <id>", "only this run; all of them if not given")
    .action(async (given: CleanOptions) => {
      const { cleanCommand } = await import("./clean.ts");
      done(await cleanCommand(io, await world(), given));
    });
}

function addParkedCommands(program: Command, { io, world, done }: ProgramOptions): void {
  const parked = command(
    program,
    "parked",
    "Work that was discarded or put aside: list it, show it, make a branch of it.",
    "reeve parked restore r1/api/2",
  ).showHelpAfterError("`reeve parked --help` tells how it is used.");
  const commands = () => import("./parked.ts");
  // Commander hands an option that both know to the outer command.
  const given = (inner: Command): ParkedOptions => inner.optsWithGlobals<ParkedOptions>();
  const list = parked.command("list", { isDefault: true }).description("All that is parked, newest first.");
  list.option("--run <id>", "only of this run").action(async (_: unknown, inner: Command) => {
    done(await (await commands()).listParkedCommand(io, await world(), given(inner)));
  });
  command(parked, "show <name>", "What a piece of parked work changed.", "reeve parked show api/2 --patch")
    .option("--stat", "the files and how much changed in each; the default")
    .option("--patch", "every changed line")
    .action(async (name: string, _: unknown, inner: Command) => {
      done(await (await commands()).showParkedCommand(io, await world(), name, given(inner)));
    });
  command(parked, "restore <name>", "Make a branch of it; nothing else changes.", "reeve parked restore r1/api/2")
    .option("--branch <name>", "what to call the branch")
    .action(async (name: string, _: unknown, inner: Command) => {
      done(await (await commands()).restoreParkedCommand(io, await world(), name, given(inner)));
    });
}
