/** What a supervision tree is told, what it asks of its owner, and what it answers. Plain JSON data. */
import type { ChildSpec, EndReason, Intensity, MemberOverride, SpecErrorName, TreePath } from "./tree-spec.ts";

/** What the owner of a tree tells it. */
export type TreeMessage =
  /** Start everything. Answered by a `reply` with the ref `boot`. */
  | { readonly type: "boot" }
  /** The answer to a `start`. One for an earlier incarnation is ignored. */
  | { readonly type: StartAnswer; readonly path: TreePath; readonly incarnation: number }
  /** A worker ended, by itself or because of a `stop`. Null: whichever incarnation there is now. */
  | { readonly type: "ended"; readonly path: TreePath; readonly incarnation: number | null; readonly reason: EndReason }
  /** A supervisor is told to end: it stops its children in reverse order, then ends with this reason. */
  | { readonly type: "end"; readonly path: TreePath; readonly reason: EndReason }
  /** `ref` comes back with the `reply`; null: nobody waits for one. */
  | { readonly type: "call"; readonly ref: string | null; readonly call: TreeCall }
  /** A timer of a `restart_scheduled` is due. A timer that was overtaken by events is ignored. */
  | { readonly type: "wake"; readonly timer: string }
  /** The whole tree stops, in order. */
  | { readonly type: "shutdown" };

export type StartAnswer = "started" | "start_failed" | "start_ignored";

/** OTP's calls to the supervisor `parent`. A member of a pool goes by the id `#n`. */
export type TreeCall =
  /** An ordinary supervisor needs a whole spec; a pool takes from it what the member has its own way, if anything. */
  | { readonly do: "start_child"; readonly parent: TreePath; readonly spec?: ChildSpec | MemberOverride }
  | {
      readonly do: "terminate_child" | "restart_child" | "delete_child";
      readonly parent: TreePath;
      readonly id: string;
    }
  | { readonly do: "count_children" | "which_children"; readonly parent: TreePath };

export type TreeReply =
  | { readonly type: "ok" }
  | { readonly type: "started"; readonly path: TreePath }
  /** The start was declined, which is no failure: OTP's `{ok, undefined}`. */
  | { readonly type: "ignored" }
  | { readonly type: "error"; readonly error: CallErrorName }
  /** Only at boot: the root's child that could not be started. */
  | { readonly type: "error"; readonly error: "failed_to_start_child"; readonly id: string }
  | { readonly type: "counts"; readonly counts: ChildCounts }
  | { readonly type: "children"; readonly children: readonly ListedChild[] };

export type CallErrorName =
  | SpecErrorName
  | "not_found"
  | "running"
  | "restarting"
  | "already_present"
  | "already_started"
  | "simple_one_for_one"
  | "start_failed"
  | "noproc";

export interface ChildCounts {
  readonly specs: number;
  readonly active: number;
  readonly supervisors: number;
  readonly workers: number;
}

export interface ListedChild {
  /** Null for a member of a pool. */
  readonly id: string | null;
  /** `undefined` is OTP's word for a child that is stopped. */
  readonly state: "running" | "restarting" | "undefined";
  readonly type: "worker" | "supervisor";
  /** The path of a pool's member; a restarting member has none, as in OTP. */
  readonly child?: TreePath;
}

/** The trace. A supervisor's `start` comes before its children's, its `stop` after theirs. */
export type TreeEvent =
  | readonly ["start" | "start_failed" | "start_ignored" | "stop", TreePath]
  /** It ended by itself, or is a supervisor that gave up, shut down automatically or was told to end. */
  | readonly ["end", TreePath, EndReason];

/** What the owner of a tree must do (`start`, `stop`, keep the timer of `restart_scheduled`) or may want to know. */
export type TreeAction =
  | {
      readonly type: "start";
      readonly path: TreePath;
      /** Tells this process from every earlier one: unique within the tree, and increasing. */
      readonly incarnation: number;
      /** How often this child was started since its supervisor listed it: 1 at first. */
      readonly starts: number;
      readonly spec: ChildSpec;
    }
  | { readonly type: "stop"; readonly path: TreePath; readonly incarnation: number; readonly graceMs: number }
  /**
   * A failure was counted (`count` restarts are now in the window) and the child starts again: at once, or, where
   * `timer` is not null, when it is `at` and a `wake` says so.
   */
  | {
      readonly type: "restart_scheduled";
      readonly path: TreePath;
      readonly timer: string | null;
      readonly at: number;
      readonly delayMs: number;
      readonly count: number;
    }
  /** A supervisor exceeded its intensity: it stops what is left and ends with `shutdown`. */
  | {
      readonly type: "gave_up";
      readonly path: TreePath;
      /** When the restarts in the window were counted, oldest first; the last is the one too many. */
      readonly restarts: readonly number[];
      readonly intensity: Intensity;
      readonly periodS: number;
      readonly lastFailed: TreePath;
    }
  | { readonly type: "reply"; readonly ref: string; readonly reply: TreeReply }
  | { readonly type: "noted"; readonly event: TreeEvent };
