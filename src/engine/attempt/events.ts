/** What happens to attempts, from the start the tree wants to their end. */

import type { Because } from "../../domain/because.ts";
import type { FailureNote } from "../../domain/proof/pattern.ts";
import type { Changeset, Workspace } from "../../domain/spec/workspace.ts";
import type { TreePath } from "../../domain/tree/tree.ts";
import type { Unready } from "../../domain/tree/unready.ts";
import type { Attempt, AttemptId, Briefing } from "../../domain/work/attempt.ts";
import type { Handover } from "../../domain/work/cost.ts";
import type { Outcome, Usage } from "../../domain/work/outcome.ts";
import type { SessionChoice, SessionDrop } from "../../domain/work/session.ts";
import type { Unreached } from "../../domain/work/unreached.ts";
import type { WorkRef } from "../../domain/work/work.ts";

export type AttemptEvent =
  | (WorkRef & {
      readonly type: "attempt_started";
      readonly attempt: AttemptId;
      readonly number: number;
      readonly path: TreePath;
      readonly incarnation: number;
      readonly agent: string;
      readonly model: string | null;
      readonly graceMs: number;
      readonly deadlineAt: number;
      readonly briefing: Briefing;
      readonly changeset: Changeset;
      /** Absent: there was none to choose, or nobody chose yet when it was written. */
      readonly session?: SessionChoice;
      /** The run is paused or its account held: the tree has it, and it is admitted later. */
      readonly deferred: boolean;
      readonly because: Because;
    })
  /** A start that was deferred is made now. */
  | { readonly type: "attempt_admitted"; readonly attempt: AttemptId; readonly deadlineAt: number }
  | { readonly type: "attempt_claimed"; readonly attempt: AttemptId; readonly host: string; readonly inputHash: string }
  | {
      readonly type: "attempt_up";
      readonly attempt: AttemptId;
      readonly pid: number;
      readonly workspace: Workspace | null;
      /** The ref under which the work of earlier attempts was put away before this one. */
      readonly parked: string | null;
      /** The folder it works in. */
      readonly dir?: string;
      /** It was to resume a session that had been begun in another folder, and did not. */
      readonly moved?: true;
    }
  | {
      readonly type: "attempt_progressed";
      readonly attempt: AttemptId;
      readonly usage: Usage;
      readonly activity: string | null;
      readonly session: string | null;
    }
  | { readonly type: "attempt_stopping"; readonly attempt: AttemptId; readonly because: Because }
  | (WorkRef & {
      readonly type: "attempt_ended";
      readonly attempt: AttemptId;
      readonly outcome: Outcome;
      readonly usage: Usage;
      readonly phase: Attempt["phase"];
      /** What its work is from now on; null: as it was. */
      readonly status: "verifying" | "failed" | null;
      /** What it did with its tools and whether its briefing was cut; null: nothing is known. */
      readonly handover: Handover | null;
      /** Set where its failure may have its cause in common with others. */
      readonly note?: FailureNote;
      /** It came as far as no attempt of a limited account does. */
      readonly unlimited?: true;
      /** What becomes of its work if another attempt follows. */
      readonly changeset: Changeset;
      /** How it really ended, where what it had reported before counts. */
      readonly despite?: string;
      /** So many answers before this one were refused for their form, the last one for this. Absent: none was. */
      readonly repaired?: { readonly refused: number; readonly because: string };
      /** What it did last, where no event before says so. */
      readonly activity?: string;
      /** Nobody goes on in its session. */
      readonly dropped?: SessionDrop;
      /** It failed by this. */
      readonly unreached?: Unreached;
      /** It was not started: this was missing before. */
      readonly unready?: readonly Unready[];
    });
