/**
 * The plan: what is to be done, by whom, in which order. Plain data, already checked; reading and checking files is
 * the work of `plan/`, never of this file.
 */

export type TaskId = string;

/** Which default policy supervises the task: a worker, a cheap single-shot drone, or the lead. */
export type Role = "worker" | "drone" | "lead";

export interface Plan {
  readonly title: string;
  /** Git ref the work starts from; absent: the current HEAD. */
  readonly base?: string;
  readonly gangs: Readonly<Record<string, GangSpec>>;
  readonly tasks: readonly TaskSpec[];
  readonly contract?: Contract;
  readonly checkpoints: readonly CheckpointSpec[];
}

export interface TaskSpec {
  readonly id: TaskId;
  readonly title: string;
  readonly prompt: string;
  readonly role: Role;
  readonly dependsOn: readonly TaskId[];
  /** Files the task claims, relative to the workspace. Two tasks that claim one file never run at the same time. */
  readonly files: readonly string[];
  readonly agent: string;
  readonly tier?: string;
  readonly gang?: string;
  readonly gates: readonly CommandCheck[];
  readonly commitments: readonly CommandCheck[];
  readonly acceptance: readonly Acceptance[];
  readonly budget: Budget;
  /** Higher goes first; ties go by the order of the plan. */
  readonly priority: number;
  readonly tags: readonly string[];
}

export type Strategy = "one_for_one" | "one_for_all" | "rest_for_one";

export interface GangSpec {
  readonly strategy: Strategy;
  /** Overrides of the worker policy for the gang as a whole. */
  readonly intensity?: number | "unlimited";
  readonly withinS?: number;
  readonly backoff?: Backoff;
  /** Of all its tasks together; minutes are those of its agents, added up. Absent: no limit of its own. */
  readonly budget?: Budget;
}

export type Backoff =
  | { readonly kind: "none" }
  | { readonly kind: "constant"; readonly delayS: number; readonly jitter: number }
  | { readonly kind: "exponential"; readonly baseS: number; readonly capS: number; readonly jitter: number };

export interface Budget {
  readonly usd?: number;
  readonly tokens?: number;
  readonly minutes?: number;
}

/** A shell command a person wrote into the plan; Reeve runs it, the agent never does. */
export interface CommandCheck {
  readonly name: string;
  readonly run: string;
  readonly timeoutS: number;
  /** true: no failure of it is excused because it was there before. false: always. Absent: what the task says decides. */
  readonly mustPass?: boolean;
}

export interface Acceptance {
  readonly criterion: string;
  readonly verifyBy: "test" | "schema_check" | "file_exists" | "lint" | "manual";
  readonly target?: string;
}

export interface Contract {
  readonly entities: readonly ContractEntity[];
  readonly coreQueries: readonly string[];
}

export interface ContractEntity {
  readonly name: string;
  readonly type: "database" | "file" | "function";
  readonly path: string;
  readonly table?: string;
  readonly keyFields: readonly string[];
  readonly createdByTask: TaskId;
}

export interface CheckpointSpec {
  readonly id: string;
  readonly after: readonly TaskId[];
  readonly checks: readonly string[];
  /** The folder of a session whose documents are compared, seen from the project. */
  readonly session?: string;
}
