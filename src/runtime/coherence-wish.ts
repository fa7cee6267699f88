/** What is asked about branches and contracts, and what comes back. Names only. */

import type { CoherenceDelta, CoherenceReport } from "../domain/coherence.ts";
import type { GateResult } from "../domain/gate.ts";
import type { Contract } from "../domain/plan.ts";
import type { State } from "../engine/state.ts";

export interface CoherenceWish {
  /** Whose open branches are meant, and where its reports are kept; null: the branches named below. */
  readonly run: { readonly state: State; readonly dir: string } | null;
  /** Null: the run's integration branch, or what is checked out. */
  readonly base: string | null;
  readonly branches: readonly string[];
}

export type CoherenceAnswer =
  | {
      readonly ok: true;
      readonly report: CoherenceReport;
      /** Null where nothing is kept to compare with. */
      readonly delta: CoherenceDelta | null;
      readonly base: string;
      readonly branches: readonly { readonly task: string; readonly ref: string }[];
    }
  | { readonly ok: false; readonly sentence: string };

export interface ContractWish {
  readonly contract: Contract;
  readonly commit: string;
}

export type ContractAnswer =
  | { readonly ok: true; readonly commit: string; readonly results: readonly GateResult[] }
  | { readonly ok: false; readonly sentence: string };
