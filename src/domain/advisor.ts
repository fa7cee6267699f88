/** Who is asked for advice: agents that read and think beside the work, each on an agent of the configuration. */
import type { AdvisorRole } from "./role-answers.ts";

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
