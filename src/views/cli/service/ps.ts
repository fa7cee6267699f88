/** `reeve ps`: all runs of this machine that are not over, in every project, and who works on each. */
import { listMachine, type MachineRun, type ServiceView } from "../../../app/machine/list-machine.ts";
import type { World } from "../../../app/world.ts";
import { holderText } from "../../holder-text.ts";
import { countOf, durationOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";

export interface PsOptions extends CommonOptions {
  readonly all?: boolean;
}

export async function psCommand(io: Io, { env }: Pick<World, "env">, options: PsOptions): Promise<ExitCode> {
  const view = await listMachine({ env, now: io.now(), all: options.all ?? false });
  if (options.json) printJson(io, view);
  else {
    const projects = Map.groupBy(view.runs, ({ project }) => project);
    const lines = [...projects].flatMap(([project, runs]) => [plainText(project), ...runs.map(runLine)]);
    print(io, [
      ...(lines.length > 0 ? lines : ["No run is open on this machine."]),
      ...view.unreadable.map(({ project, message }) => `${plainText(project)}: ${plainText(message)}`),
      ...serviceLines(view.service),
      ...(view.idle.length > 0 ? [`Nothing to do in ${countOf(view.idle.length, "other project")}.`] : []),
    ]);
  }
  return EXIT.ok;
}

function serviceLines(service: ServiceView | null): string[] {
  if (service === null) return [];
  const { pid, frozenMs } = service;
  if (frozenMs === null) return [`reeve up is running (pid ${pid}).`];
  const next = `runs at work continue; no other begins. \`kill -9 ${pid}\`: systemd starts it again, or you with \`reeve up\``;
  return [`reeve up (pid ${pid}) is frozen: it has not moved for ${durationOf(frozenMs)}; ${next}.`];
}

function runLine({ run, title, phase, done, total, questions, agents, by }: MachineRun): string {
  const who = by === null ? (phase === "ended" ? [] : ["no Reeve is running"]) : [holderText(by)];
  const parts = [
    `${done} of ${countOf(total, "task")} done`,
    phase,
    ...(agents > 0 ? [`${countOf(agents, "agent")} at work`] : []),
    ...(questions > 0 ? [countOf(questions, "question")] : []),
    ...who,
  ];
  return `  ${run}  ${plainText(title)}: ${parts.join(" · ")}`;
}
