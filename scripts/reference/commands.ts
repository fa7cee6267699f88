/** The reference of commands and all their flags, from the tables the command itself is made of. */
import type { CommandSpec } from "../../src/views/cli/command.ts";
import { COMMANDS, EXIT_HELP } from "../../src/views/cli/program.ts";

export function commandReference(): string {
  return [
    "# Commands",
    "",
    "Written from the code by `npm run reference`. `reeve COMMAND --help` says the same. Every command takes `--json`; `-C FOLDER` before a",
    "command does everything as if started there.",
    "",
    ...Object.entries(COMMANDS).flatMap(([heading, specs]) => [
      `## ${heading.replace(/:$/, "")}`,
      "",
      ...specs.flatMap((spec) => section(spec, "reeve")),
    ]),
    "## Exit status",
    "",
    "```",
    EXIT_HELP.trim(),
    "```",
    "",
  ].join("\n");
}

function section({ usage, about, options = [], example, more, commands = [] }: CommandSpec, above: string): string[] {
  const rows = options.map(({ flags, about: what }) => `| \`${flags.replaceAll("|", "\\|")}\` | ${cell(what)} |`);
  return [
    `### ${above} ${usage.split(" ")[0]}`,
    "",
    about,
    "",
    "```sh",
    `${above} ${usage}`,
    "```",
    "",
    ...(rows.length === 0 ? [] : ["| option | what it does |", "|---|---|", ...rows, ""]),
    "Example:",
    "",
    "```sh",
    example,
    "```",
    "",
    ...(more ? ["```", more.trim(), "```", ""] : []),
    ...commands.flatMap((each) => section(each, `${above} ${usage.split(" ")[0]}`)),
  ];
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("\n", " ");
}
