/**
 * Who is asked for advice: agents that read and think beside the work, each on an agent of the configuration. And one that
 * was asked: it is worked like a drone, writes nothing, and is gone as soon as it has answered or failed.
 */
import type { Because } from "../because.ts";
import type { TaskId } from "../spec/plan.ts";
import type { BlockedResult } from "./outcome.ts";
import type { AdvisorRole } from "./role-answers.ts";
import type { AdvisorId, Work } from "./work.ts";

export interface AdvisorSettings {
  readonly agent: string;
  readonly tier?: string;
  /** Has `{{name}}` where something is put in. */
  readonly template: string;
  /** Of the planner: the text with which a run asks for another plan. */
  readonly replanTemplate?: string;
}

/** Whoever is not named is not asked. */
export type Advisors = Readonly<Partial<Record<AdvisorRole, AdvisorSettings>>>;

/** What is asked of whom. */
export interface AdviceRequest {
  readonly role: AdvisorRole;
  /** Null: the integrated whole. */
  readonly about: TaskId | null;
  /** Why advice is asked; what happens if none comes. */
  readonly because: Because;
  /** One question beside the way that the task goes anyway: nothing but its answer counts. Absent: it says how to go on. */
  readonly aside?: Aside;
  /** Of a reviewer that judges an agent's word: what the agent says. */
  readonly claim?: BlockedResult;
  /** Of a planner: which try of one replan it is, and what trying the task again will count. */
  readonly replan?: { readonly tries: number; readonly retries: 0 | 1 };
}

export interface Aside {
  /** Who is asked where nothing comes of it. */
  readonly otherwise: "debugger" | null;
}

export interface Advisor extends Work {
  readonly id: AdvisorId;
  readonly kind: "advisor";
  readonly request: AdviceRequest;
}

/** No task of a plan can be called so. */
export function advisorId(role: AdvisorRole, number: number): AdvisorId {
  return `@${role}-${number}`;
}

/** Of an advisor, not of a task, by how both are named. */
export function isOfAdvisor(id: string): id is AdvisorId {
  return id.startsWith("@");
}
