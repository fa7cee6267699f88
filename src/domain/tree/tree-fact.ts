/**
 * What a supervision tree remembers: small patches, written down as they happen and kept for years. Applied in order
 * they rebuild the tree; none of them takes a decision again.
 */
import type { TreeCall } from "./tree-message.ts";
import type { ChildSpec, EndReason, MemberOverride, TreePath } from "./tree-spec.ts";

/**
 * `stopped` is OTP's `undefined`: a spec without a process. A supervisor is `starting` until all its children are up.
 * `ended`: the process is gone, and its busy supervisor has the news still in the mailbox.
 */
export type ChildState = "stopped" | "starting" | "running" | "stopping" | "ended" | "restarting";

export type TreeFact =
  /** A spec joined the end of its supervisor's list. A pool's member has none, at most an override. */
  | {
      readonly type: "child_added";
      readonly path: TreePath;
      readonly spec?: ChildSpec;
      readonly override?: MemberOverride;
    }
  | { readonly type: "child_removed"; readonly path: TreePath }
  | { readonly type: "child_starting"; readonly path: TreePath; readonly incarnation: number }
  /** A supervisor that moves to `stopped` or `ended` loses its process: list of children, mailbox, restarts. */
  | { readonly type: "child_moved"; readonly path: TreePath; readonly state: Exclude<ChildState, "starting"> }
  /** The child is `restarting` and waits for this timer. */
  | { readonly type: "child_held"; readonly path: TreePath; readonly timer: number; readonly due: number }
  /** A supervisor's process began: it lists the children of its spec, all stopped, and if there are any is in `init`. */
  | { readonly type: "supervisor_begun"; readonly path: TreePath }
  /** `kept`: how many of the latest restarts still count beside this one. */
  | { readonly type: "restart_counted"; readonly path: TreePath; readonly at: number; readonly kept: number }
  | { readonly type: "mail_queued"; readonly path: TreePath; readonly mail: Mail }
  | { readonly type: "mail_taken"; readonly path: TreePath }
  | { readonly type: "operation_set"; readonly path: TreePath; readonly operation: Operation | null };

/** What lies in a supervisor's mailbox because it came while the supervisor was busy. */
export type Mail =
  | { readonly type: "ended"; readonly path: TreePath; readonly incarnation: number; readonly reason: EndReason }
  | { readonly type: "call"; readonly ref: string | null; readonly call: TreeCall }
  /** To oneself: a restart failed; try again after whatever else has come in. */
  | { readonly type: "retry"; readonly path: TreePath }
  | { readonly type: "wake"; readonly path: TreePath; readonly timer: number }
  /** Told to end. */
  | { readonly type: "end"; readonly reason: EndReason }
  /** Stopped by its own supervisor. */
  | { readonly type: "exit" };

/**
 * What a supervisor is in the middle of. It waits for one child to start or to end (a pool that terminates: for all
 * members); meanwhile everything else goes to the mailbox. None: it is idle.
 */
export type Operation =
  /** Starting the children of its spec, in order. */
  | { readonly type: "init" }
  /** A child failed to start in `init`: stopping those before it. */
  | { readonly type: "unwind"; readonly failed: string }
  /** Stopping those who fall with `child`, to start them again together. */
  | { readonly type: "restart_stop"; readonly child: TreePath }
  /** Starting `child` and those who fell with it. */
  | { readonly type: "restart_start"; readonly child: TreePath }
  /** Stopping those who fall with `child`, which waits for its timer. */
  | { readonly type: "restart_hold"; readonly child: TreePath }
  | { readonly type: "start_child" | "restart_child" | "terminate_child"; readonly ref: string | null }
  /** Stopping all children, then ending. `told`: by its own supervisor. */
  | { readonly type: "terminate"; readonly reason: EndReason; readonly told: boolean };
