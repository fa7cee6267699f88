/** The plain loop's nouns: where it stands, what comes in, what is recorded, what is to be done. */

import type { ReceiverName } from "../../../domain/spec/notify.ts";
import type { Outbox, OutboxEvent, OutboxInput, SendNotice } from "../../../engine/notice/outbox.ts";
import type { BoardRole } from "../files/task-file.ts";
import type { BoardAnswer, ManagerAnswer } from "./answer.ts";
import type { Briefs } from "./prompt.ts";

export interface Loop {
  board: string;
  briefs: Briefs;
  retriesMax: number;
  /** The Manager is Reeve's own. */
  isManagerBuiltIn: boolean;
  step: Step;
  /** The list of the board as it was last read. */
  tasks: readonly string[];
  /** How often each task was begun. */
  readonly begun: Map<string, number>;
  attempts: number;
  isStopping: boolean;
  /** The call that a stop had ended. */
  interrupted: Call | null;
  /** Who is told when it ends, and what is still on its way to them. */
  receivers: readonly ReceiverName[];
  notices: Outbox;
}

export type Step =
  | { readonly type: "new" }
  | { readonly type: "reading" }
  /** An agent is at work, or about to be. */
  | { readonly type: "working"; readonly call: Call }
  /** Its answer is in; the board is put back to what it was before. */
  | { readonly type: "restoring"; readonly call: Call; readonly judged: Judged }
  /** The retry is written into the task file; then the same call is made again. */
  | { readonly type: "logging"; readonly call: Call; readonly retry: Retry }
  | { readonly type: "ended"; readonly end: LoopEnd };

/** An agent called with an input. */
export interface Call {
  readonly attempt: string;
  readonly role: BoardRole;
  /** The task it is about, as the board names it. */
  readonly task: string;
  readonly prompt: string;
  /** Of the prompt's bytes. */
  readonly hash: string;
  /** What the work log was before; an accepted answer comes with more. */
  readonly round: string;
  /** Retries so far. */
  readonly retries: number;
  readonly isBuiltIn?: true;
  /** A single call of the Manager, which makes the board; there is no task yet. */
  readonly instruction?: string;
  /** For the Manager: what the task's agent answered. Absent where it is the task's agent itself. */
  readonly answer?: BoardAnswer;
}

/** What comes of a call: an answer of the right form, or the same call once more. */
export type Judged =
  | {
      readonly type: "answer";
      readonly answer: BoardAnswer | ManagerAnswer;
      readonly extra: readonly string[];
      readonly isComplete: boolean;
    }
  | { readonly type: "retry"; readonly retry: Retry };

export interface Retry {
  readonly at: number;
  /** From 1. */
  readonly number: number;
  readonly issue: string;
  readonly received: string;
}

export type LoopEnd =
  | { readonly type: "complete" }
  /** The Manager named no next task, but the board is not complete. */
  | { readonly type: "halted"; readonly message: string }
  | {
      readonly type: "failed";
      readonly call: Pick<Call, "role" | "task">;
      readonly issue: string;
      readonly received: string;
    }
  /** The files cannot be worked as they are; nothing was written. */
  | { readonly type: "refused"; readonly sentences: readonly string[] }
  /** The board named one task again and again. */
  | { readonly type: "overrun"; readonly task: string; readonly times: number }
  /** The Manager made the board it was asked for; nothing of it was worked. */
  | { readonly type: "made"; readonly next: string }
  | { readonly type: "stopped" };

export type LoopInput =
  | {
      readonly type: "loop_opened";
      readonly board: string;
      readonly briefs: Briefs;
      readonly retriesMax: number;
      readonly isManagerBuiltIn: boolean;
      readonly instruction?: string;
      /** Absent: nobody is told. */
      readonly receivers?: readonly ReceiverName[];
    }
  | OutboxInput
  | BoardRead
  | AttemptEnded
  /** Reeve was killed before a keeper took it; it costs no retry. */
  | { readonly type: "attempt_never_began"; readonly attempt: string }
  | { readonly type: "board_restored" }
  | { readonly type: "retry_logged" }
  | { readonly type: "stop" };

/** To a claim: whether it may be done. */
export type LoopAnswer = "go" | null;

export type BoardRead = { readonly type: "board_read" } & (
  | { readonly refused: readonly string[] }
  | { readonly refused?: never; readonly isOver: true; readonly tasks: readonly string[] }
  | {
      readonly refused?: never;
      readonly isOver: false;
      readonly tasks: readonly string[];
      readonly task: string;
      readonly role: BoardRole;
      readonly round: string;
      /** Retries of this very round that its file tells of. */
      readonly retries: number;
    }
);

export interface AttemptEnded {
  readonly type: "attempt_ended";
  readonly attempt: string;
  readonly received: Received;
  /** Its task file has a new entry in the work log. */
  readonly hasEntry: boolean;
  /** The kanban file is not what it was, and nobody but the Manager may change it. */
  readonly isBoardTouched: boolean;
  /** Where what was refused of it will be kept. */
  readonly refusedCopy?: string;
  /** What the board says now, for the Manager's answer; null: it cannot be read. */
  readonly board: {
    readonly next: string | null;
    readonly tasks: readonly string[];
    readonly isComplete: boolean;
  } | null;
}

export type Received =
  | { readonly type: "said"; readonly value: unknown }
  | { readonly type: "nothing"; readonly why: string }
  | { readonly type: "stopped" };

export type LoopEvent =
  | {
      readonly type: "loop_begun";
      readonly board: string;
      readonly briefs: Briefs;
      readonly retriesMax: number;
      readonly isManagerBuiltIn: boolean;
      readonly receivers?: readonly ReceiverName[];
    }
  | OutboxEvent
  | { readonly type: "loop_resumed"; readonly receivers?: readonly ReceiverName[] }
  | { readonly type: "board_listed"; readonly tasks: readonly string[] }
  | { readonly type: "agent_called"; readonly call: Call }
  | {
      readonly type: "agent_answered";
      readonly call: Call;
      readonly answer: BoardAnswer | ManagerAnswer;
      readonly extra: readonly string[];
    }
  | { readonly type: "board_touched"; readonly call: Call; readonly judged: Judged; readonly copy?: string }
  | { readonly type: "board_put_back" }
  | { readonly type: "call_retried"; readonly call: Call; readonly retry: Retry }
  | { readonly type: "loop_stopping" }
  | { readonly type: "loop_ended"; readonly end: LoopEnd };

export type LoopEffect =
  | SendNotice
  | { readonly type: "read_board" }
  | { readonly type: "call_agent"; readonly call: Call }
  | { readonly type: "put_board_back"; readonly call: Call }
  | { readonly type: "log_retry"; readonly call: Call; readonly retry: Retry }
  | { readonly type: "stop_agent"; readonly attempt: string };
