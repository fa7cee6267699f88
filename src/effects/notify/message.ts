/** A message as it leaves Reeve: one object, the same for every receiver, and its plain text. What is secret was taken out before. */

import type { Notice } from "../../domain/notice.ts";
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

export function messageOf(notice: Notice, { project, run }: Origin): Message {
  const { severity, title, text, commands, questions, again, at } = notice;
  const id = `${run}-${notice.id}`;
  return { id, severity, project, run, title, text, commands, questions, again, at: new Date(at).toISOString() };
}

/** For receivers that show one text. */
export function plainMessage({ text, commands, project }: Message): string {
  const todo = commands.length === 0 ? [] : ["", `In ${project}:`, ...commands.map((command) => `  ${command}`)];
  return [text, ...todo].join("\n");
}
