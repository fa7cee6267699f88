/** What a check is and what comes out of it. A check compares; it never judges how good something is. */
import { createHash } from "node:crypto";
import type { Place } from "../documents/document.ts";
import type { Session } from "../session/session.ts";

export type Level = "fail" | "warn" | "note";
export type Status = "pass" | "warn" | "fail" | "skip";
export type Group = "consistency" | "process" | "health";

export interface Evidence extends Place {
  readonly id?: string;
}

export interface Finding {
  readonly level: Level;
  /** One sentence: what does not fit, and with what. */
  readonly what: string;
  readonly evidence: readonly Evidence[];
  /** What it is about, without the line: an id, a pair of terms. */
  readonly subject: string;
  /** The text it is about; when that changes, an acceptance ends. */
  readonly about: string;
}

export interface Looked {
  readonly findings: readonly Finding[];
  /** What was compared, in a few words. */
  readonly seen: string;
  /** Why there was nothing to compare. It does not count. */
  readonly skipped?: boolean;
}

export interface CheckSpec {
  readonly id: string;
  readonly title: string;
  readonly group: Group;
  readonly look: (session: Session) => Looked | Promise<Looked>;
}

export interface CheckpointSpec {
  readonly id: string;
  readonly title: string;
  readonly checks: readonly CheckSpec[];
}

export function looked(seen: string, findings: readonly Finding[] = []): Looked {
  return { seen, findings };
}

export function skipped(why: string): Looked {
  return { seen: why, findings: [], skipped: true };
}

/** Short, stable, and the same on every machine; what several checks find is one finding. */
export function findingKey({ subject }: Finding): string {
  return createHash("sha256").update(subject).digest("hex").slice(0, 8);
}

/** Changes when what a finding is about changes. */
export function fingerprint({ about, what }: Finding): string {
  return createHash("sha256")
    .update(`${about}\0${about === "" ? what : ""}`)
    .digest("hex")
    .slice(0, 16);
}
