/** The commands about failures: what an output means. Part of `program`. */
import type { Command } from "commander";
import { command, type ProgramOptions } from "./command.ts";
import type { ClassifyOptions } from "./failures/classify.ts";

export function addRecoveryCommands(program: Command, { io, done }: ProgramOptions): void {
  command(
    program,
    "classify [file]",
    "What a failed output means: class, restart, subject, evidence. Reads standard input if no file, or -, is given.",
    "reeve classify build.log --exit-code 1",
  )
    .option("--jsonl", 'read one {"id","text","tool"?,"exit_code"?} per line and print one result per line')
    .option("--tool <name>", "which program printed it")
    .option("--exit-code <n>", "what it exited with", Number)
    .action(async (file: string | undefined, given: ClassifyOptions) => {
      const { classifyCommand } = await import("./failures/classify.ts");
      done(classifyCommand(io, file ?? "-", given));
    });
}
