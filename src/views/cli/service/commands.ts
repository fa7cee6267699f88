/** The service that stays: `reeve up`, by hand or started by the system, and what runs on this machine. */
import { BUDGET_OPTIONS, type CommandSpec, command, wholeNumber } from "../command.ts";
import type { CapOptions } from "./cap.ts";
import type { PsOptions } from "./ps.ts";
import type { ServeOptions } from "./serve.ts";
import type { UpOptions } from "./up.ts";

export const serviceCommands: readonly CommandSpec[] = [
  command<UpOptions, [readonly string[]]>({
    usage: "up [projects...]",
    about: "Keep running, and work the open runs of every project on this machine; restart what dies or freezes.",
    example: "reeve up --install",
    options: [
      { flags: "--install", about: "let the system start it: a systemd user unit, or a launchd agent" },
      { flags: "--uninstall", about: "undo that" },
      { flags: "--only <project>", about: "work one project only, as the root's child; ends with its standard input" },
    ],
    act: async (desk, options, projects) => (await import("./up.ts")).upCommand(desk, projects, options),
  }),
  command<PsOptions>({
    usage: "ps",
    looks: true,
    about: "List all runs on this machine that are not over, in every project, and who works on each.",
    example: "reeve ps",
    options: [{ flags: "--all", about: "ended runs too" }],
    act: async ({ io, world }, options) => (await import("./ps.ts")).psCommand(io, world, options),
  }),
  command<CapOptions>({
    usage: "cap",
    looks: ({ usd, tokens, off }) => usd === undefined && tokens === undefined && off !== true,
    about: "Show or set what all projects on this machine may use in a day, and what each run used today.",
    example: "reeve cap --usd 50",
    options: [
      ...BUDGET_OPTIONS.slice(0, 2),
      { flags: "--today", about: "only until midnight; then the usual limit holds again" },
      { flags: "--off", about: "remove the limit" },
    ],
    act: async ({ io, world }, options) => (await import("./cap.ts")).capCommand(io, world, options),
  }),
  command<ServeOptions>({
    usage: "serve",
    about: "Serve the web view: what needs you, runs, tasks, money and history of all projects; on this machine only.",
    example: "reeve serve --port 7331",
    options: [
      { flags: "--port <n>", about: "where it listens; 7331, or any that is free, if not given", parse: wholeNumber },
    ],
    more: "Open the address it prints: what follows #/open/ is the token, without which the API answers nothing. `/api/openapi.json`\ndescribes the API, `/metrics` is for Prometheus; both want the token as `Authorization: Bearer`.",
    act: async ({ io, world, signal }, options) =>
      (await import("./serve.ts")).serveCommand(io, world, signal, options),
  }),
];
