/** What a shell needs to help whoever types. */
import { type CommandSpec, command } from "../command.ts";
import type { CommonOptions } from "../io.ts";

/** `table`: all commands, which this one is among. */
export function shellCommands(table: () => readonly CommandSpec[]): readonly CommandSpec[] {
  return [
    command<CommonOptions, [readonly string[]]>({
      usage: "completion [words...]",
      looks: true,
      about: "Print what bash, zsh or fish needs to complete commands, options, tasks and questions.",
      example: "reeve completion bash > ~/.local/share/bash-completion/completions/reeve",
      more: "The word is bash, zsh or fish; the script goes where that shell looks for completions. `reeve completion words -- WORDS…` prints what could come next; the scripts call it.",
      act: async ({ io }, options, [shell = "", ...words]) =>
        (await import("./completion.ts")).completionCommand(io, table(), shell, words, options),
    }),
  ];
}
