/** A message as it leaves Reeve: one object, the same for every receiver, and its plain text. What is secret was taken out before. */

import type { Notice, ReportText } from "../../domain/notice.ts";
import type { Severity } from "../../domain/spec/notify.ts";

export interface Message {
  /** The same for the same message, however often it arrives: a receiver may drop what it has. */
  readonly id: string;
  readonly severity: Severity;
  readonly project: string;
  readonly run: string;
  readonly title: string;
  readonly text: string;
  /** To be pasted in the project's folder. */
  readonly commands: readonly string[];
  readonly questions: readonly string[];
  readonly again: number;
  readonly at: string;
  /** Of a run that has ended, for receivers that want it. */
  readonly report?: ReportText;
}

/** Where it comes from. */
export interface Origin {
  /** The folder of the project. */
  readonly project: string;
  readonly run: string;
}

/** What became of sending it. `final`: trying again cannot help. */
export type Sent = { readonly ok: true } | { readonly ok: false; readonly detail: string; readonly final: boolean };

export const SENT: Sent = { ok: true };

export function notSent(detail: string, final = false): Sent {
  return { ok: false, detail, final };
}

export function messageOf(notice: Notice, { project, run }: Origin, report: ReportText | null = null): Message {
  const { severity, title, text, commands, questions, again, at } = notice;
  const id = `${run}-${notice.id}`;
  return {
    id,
    severity,
    project,
    run,
    title,
    text,
    commands,
    questions,
    again,
    at: new Date(at).toISOString(),
    ...(report !== null && { report }),
  };
}

/** For receivers that show one text. `reportMax`: so much of a report is shown below it. */
export function plainMessage({ text, commands, project, report }: Message, reportMax = 0): string {
  const todo = commands.length === 0 ? [] : ["", `In ${project}:`, ...commands.map((command) => `  ${command}`)];
  const told = report === undefined || reportMax === 0 ? [] : ["", cut(report.markdown, reportMax)];
  return [text, ...todo, ...told].join("\n");
}

/** At the end of a line. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = text.slice(0, max);
  return `${kept.slice(0, Math.max(0, kept.lastIndexOf("\n")))}\n… \`reeve report\` shows all of it.`;
}
