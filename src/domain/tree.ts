/**
 * Supervision trees in OTP's words. Everything here is plain JSON data: a tree can be written down, read back and go
 * on. What the words do is in `engine/supervision/`.
 *
 * A path is the ids from the root joined by `/`; a pool's member is `path#n`.
 */
import type { Backoff, Strategy } from "./plan.ts";

export type TreePath = string;
export type TreeStrategy = Strategy | "simple_one_for_one";
export type RestartType = "permanent" | "transient" | "temporary";
export type AutoShutdown = "never" | "any_significant" | "all_significant";
/** OTP's reasons cut to what decides: `normal` and `shutdown` are no failure; `error` and `killed` are. */
export type EndReason = "normal" | "shutdown" | "error" | "killed";

export interface WorkerSpec {
  readonly type: "worker";
  readonly id: string;
  readonly restart: RestartType;
  readonly significant: boolean;
  /** Between the polite stop and the kill; the runtime keeps it, the tree only hands it on. */
  readonly graceMs?: number;
}

export interface SupervisorSpec {
  readonly type: "supervisor";
  readonly id: string;
  readonly restart: RestartType;
  readonly significant: boolean;
  readonly strategy: TreeStrategy;
  readonly intensity: number | "unlimited";
  readonly periodS: number;
  readonly autoShutdown: AutoShutdown;
  /** Wait before a restart; absent or `none`: at once, as OTP does. */
  readonly backoff?: Backoff;
  /** For a pool: exactly one, the template. */
  readonly children: readonly ChildSpec[];
}

export type ChildSpec = WorkerSpec | SupervisorSpec;
