/**
 * A plan that a planning agent proposes and nobody has approved yet: what is asked for, and what is remembered of it
 * beside the plan itself. Names only; the files are read and written elsewhere.
 */

import type { Failure } from "../proof/failure.ts";
import type { Usage } from "../work/outcome.ts";
import type { PlanValidation } from "../work/role-answers.ts";
import type { Config } from "./config.ts";

export interface ProposalPlace {
  readonly id: string;
  readonly dir: string;
}

/** In the proposal's folder. */
export const PROPOSAL_FILES = {
  spec: "spec.md",
  plan: "proposal.yaml",
  answer: "answer.json",
  about: "about.json",
  approved: "approved.json",
} as const;

export interface ProposalWish extends ProposalPlace {
  readonly spec: { readonly name: string; readonly text: string };
  readonly config: Config;
  readonly agent: string;
  /** Of that agent; null: its highest, or what it does by itself. */
  readonly tier: string | null;
  /** Where the approved plan is to go, relative to the project; null: where plans usually are. */
  readonly out: string | null;
  readonly at: number;
  /** Ends the asking; `force` at once. */
  readonly signal: AbortSignal;
  readonly force: AbortSignal;
  readonly onTry: (number: number, ofMax: number) => void;
}

/** What came of asking. `asking` is what is left where Reeve was killed meanwhile. */
export type ProposalEnd =
  | { readonly type: "asking" }
  | { readonly type: "proposed" }
  /** An answer came, and it could not be used, or only in part: then a plan with mistakes is there to be mended. */
  | { readonly type: "unusable"; readonly problems: readonly string[] }
  | { readonly type: "failed"; readonly failure: Failure }
  | { readonly type: "stopped" };

export interface ProposalRecord {
  readonly id: string;
  readonly at: number;
  readonly title: string;
  /** The specification as the person named it. */
  readonly spec: string;
  readonly out: string | null;
  readonly agent: string;
  readonly model: string | null;
  readonly end: ProposalEnd;
  readonly tries: number;
  readonly usage: Usage;
  readonly concerns: readonly string[];
  readonly validation: readonly PlanValidation[];
  /** What the planner did not see of the project or the specification. */
  readonly notes: readonly string[];
  /** What it wrote although it was only to read: thrown away; and what changed in the user's own checkout meanwhile. */
  readonly written: { readonly here: readonly string[]; readonly outside: readonly string[] };
}

export interface Approval {
  readonly at: number;
  /** Relative to the project. */
  readonly out: string;
}
