/** What a shell needs to help whoever types. */
import { type CommandSpec, command } from "../command.ts";
import type { CommonOptions } from "../io.ts";

/** `table`: all commands, which this one is among. */
export function shellCommands(table: () => readonly CommandSpec[]): readonly CommandSpec[] {
  return [
    command<CommonOptions, [string, readonly string[]]>({
      usage: "completion <shell> [words...]",
      looks: true,
      about: "Print what bash, zsh or fish needs to complete commands, options, tasks and questions.",
      example: "source <(reeve completion bash)",
      more: "`reeve completion words -- WORDS…` prints what could come next; the scripts call it.",
      act: async ({ io }, options, shell, words) =>
        (await import("./completion.ts")).completionCommand(io, table(), shell, words, options),
    }),
  ];
}
