/** The commands about failures: what an output means, and learning from those who know better. Part of `program`. */
import type { Command } from "commander";
import { command, type ProgramOptions } from "./command.ts";
import type { ClassifyOptions } from "./commands/classify.ts";
import type { LearnOptions } from "./commands/learn.ts";

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
    .option("--explain", "say step by step how the answer came about")
    .option("--correct <class>", "say what it really means; `reeve learn` makes a rule of it")
    .option("--restart <kind>", "with --correct: transient, persistent, terminal or unknown")
    .option("--about <subject>", "with --correct: what it is about")
    .action(async (file: string | undefined, given: ClassifyOptions) => {
      const { classifyCommand } = await import("./commands/classify.ts");
      done(classifyCommand(io, file ?? "-", given));
    });
  command(
    program,
    "learn",
    "Make rules of your own from what people corrected: classify --correct, retry --because, answers.",
    "reeve learn --dry-run",
  )
    .option("--dry-run", "say what would be learned and write nothing")
    .action(async (given: LearnOptions) => {
      const { learnCommand } = await import("./commands/learn.ts");
      done(await learnCommand(io, given));
    });
}
