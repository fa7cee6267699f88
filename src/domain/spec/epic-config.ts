/** Who is asked by an epic's tick and who works its items, as `reeve.yaml` says it. */

export const EPIC_ROLES = ["pauli", "reviewer", "critic", "marsha"] as const;
export type EpicRole = (typeof EPIC_ROLES)[number];

export interface EpicConfig {
  /** Absent: Reeve's own rules, without a model. */
  readonly roles: Readonly<Partial<Record<EpicRole, EpicAgent>>>;
  readonly workers: readonly EpicWorker[];
  /** The body is read from and pushed to the branch's remote, a commit for each write. */
  readonly git: boolean;
  /** A worker that ends starts the next tick. */
  readonly tickOnExit: boolean;
}

export interface EpicAgent {
  readonly agent: string;
  readonly tier?: string;
  /** A file, seen from the project. */
  readonly brief?: string;
}

export interface EpicWorker {
  readonly name: string;
  readonly agent: string;
  readonly tier?: string;
  readonly capabilities: readonly string[];
  readonly cost: number;
  readonly speed: number;
  readonly quality: number;
  readonly capacity: number;
  readonly sizing: { readonly days: number; readonly files: number };
}
