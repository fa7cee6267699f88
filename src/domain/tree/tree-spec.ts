/**
 * What a supervision tree is made of, in OTP's words. Plain JSON data; what the words do is in `engine/supervision/`.
 *
 * A path is the ids from the root joined by `/`; a pool's member is `path#n`.
 */
import type { Backoff, Strategy } from "../spec/plan.ts";

export type TreePath = string;
export type TreeStrategy = Strategy | "simple_one_for_one";
export type RestartType = "permanent" | "transient" | "temporary";
export type AutoShutdown = "never" | "any_significant" | "all_significant";
export type Intensity = number | "unlimited";
/** OTP's reasons cut to what decides: `normal` and `shutdown` are no failure; `error` and `killed` are. */
export type EndReason = "normal" | "shutdown" | "error" | "killed";

export interface WorkerSpec {
  readonly type: "worker";
  readonly id: string;
  readonly restart: RestartType;
  readonly significant: boolean;
  /** Between the polite stop and the kill; the runtime keeps it, the tree only hands it on. */
  readonly graceMs?: number;
  /** For whoever performs the start: JSON the tree hands on unread, as OTP does with the arguments of a start function. */
  readonly args?: unknown;
}

export interface SupervisorSpec {
  readonly type: "supervisor";
  readonly id: string;
  readonly restart: RestartType;
  readonly significant: boolean;
  readonly strategy: TreeStrategy;
  readonly intensity: Intensity;
  readonly periodS: number;
  readonly autoShutdown: AutoShutdown;
  /** Wait before a restart; absent or `none`: at once, as OTP does. */
  readonly backoff?: Backoff;
  /** Its own start is requested like a worker's and may fail or be ignored; absent: it always begins. */
  readonly asksToStart?: boolean;
  readonly args?: unknown;
  /** For a pool: exactly one, the template. */
  readonly children: readonly ChildSpec[];
}

export type ChildSpec = WorkerSpec | SupervisorSpec;

/** What one member of a pool has its own way. Id, type, restart type and significance are always the template's. */
export interface MemberOverride {
  readonly graceMs?: number;
  readonly strategy?: TreeStrategy;
  readonly intensity?: Intensity;
  readonly periodS?: number;
  readonly autoShutdown?: AutoShutdown;
  readonly backoff?: Backoff;
  readonly asksToStart?: boolean;
  readonly args?: unknown;
  readonly children?: readonly ChildSpec[];
}

/** What can be wrong with a list of child specs. The last is Reeve's own: an id that would make paths ambiguous. */
export type SpecErrorName = "duplicate_child_name" | "bad_combination" | "bad_start_spec" | "bad_id";
