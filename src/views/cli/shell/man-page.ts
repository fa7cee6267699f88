/** The manual page, from the table of commands: the same words as `--help`, in the form that man(1) reads. Pure. */
import type { CommandSpec } from "../command.ts";

export interface ManPage {
  readonly version: string;
  readonly about: string;
  /** By heading, in the order of the help. */
  readonly commands: Readonly<Record<string, readonly CommandSpec[]>>;
  readonly exits: string;
}

export function manPage({ version, about, commands, exits }: ManPage): string {
  return [
    `.TH REEVE 1 "" "Reeve ${escaped(version)}" "User Commands"`,
    ".SH NAME",
    "reeve \\- supervises fleets of AI coding agents",
    ".SH SYNOPSIS",
    ".B reeve",
    "[\\fB\\-C\\fR \\fIfolder\\fR] \\fIcommand\\fR [\\fIarguments\\fR] [\\fIoptions\\fR]",
    ".SH DESCRIPTION",
    text(about),
    "\\fB\\-C\\fR \\fIfolder\\fR does everything as if Reeve had been started in that folder. Every command takes \\fB\\-\\-json\\fR and \\fB\\-\\-help\\fR.",
    ...Object.entries(commands).flatMap(([heading, specs]) => [
      `.SH ${escaped(heading.replace(/:$/, "").toUpperCase())}`,
      ...specs.flatMap((spec) => commandLines(spec, "reeve")),
    ]),
    ".SH EXIT STATUS",
    ".nf",
    ...exits
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => text(line.trim())),
    ".fi",
    ".SH ENVIRONMENT",
    ".TP",
    "\\fBNO_COLOR\\fR",
    "Nothing is coloured; the signs say the same.",
    ".TP",
    "\\fBREEVE_NODE\\fR",
    "The Node to run on, where the one in \\fBPATH\\fR is too old.",
    ".TP",
    "\\fBEDITOR\\fR, \\fBSHELL\\fR",
    "What \\fBreeve open\\fR starts in the worktree of a task.",
    ".SH FILES",
    "\\fIreeve.yaml\\fR, \\fIplan.yaml\\fR: what a person writes. \\fI.reeve/\\fR: what Reeve keeps of its runs.",
    "",
  ].join("\n");
}

function commandLines({ usage, about, options = [], example, commands = [] }: CommandSpec, above: string): string[] {
  const name = `${above} ${usage}`;
  return [
    ".TP",
    `\\fB${escaped(name)}\\fR`,
    text(about),
    ...options.flatMap(({ flags, about: what }) => [".br", `\\fB${escaped(flags)}\\fR: ${text(what)}`]),
    ".br",
    `Example: \\fI${escaped(example.split("\n")[0] ?? "")}\\fR`,
    ...commands.flatMap((each) => commandLines(each, `${above} ${usage.split(" ")[0]}`)),
  ];
}

/** A line must not begin with what man takes for an order. */
function text(line: string): string {
  const safe = escaped(line);
  return /^[.']/.test(safe) ? `\\&${safe}` : safe;
}

function escaped(line: string): string {
  return line.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("…", "...").replaceAll("\n", " ");
}
