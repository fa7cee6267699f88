/** A message to a person: what happened, how severe it is, and what to do about it. To whom it goes is part of it. */
import type { Severity } from "./spec/notify.ts";
import type { QuestionId } from "./work/question.ts";

/** The cause of the message that a run has ended. */
export const ENDED_CAUSE = "ended";

/** What became of a run, whole: for receivers that want it with the message that the run has ended. */
export interface ReportText {
  readonly markdown: string;
  /** One page that loads nothing. */
  readonly html: string;
}

export type NoticeId = `n${number}`;

export interface Notice {
  readonly id: NoticeId;
  readonly severity: Severity;
  /** Messages of one cause come no more often than the cool-down allows. */
  readonly cause: string;
  /** One line. */
  readonly title: string;
  readonly text: string;
  /** Commands to paste, each a line; empty: nothing is to be done. */
  readonly commands: readonly string[];
  /** Those that it asks. */
  readonly questions: readonly QuestionId[];
  /** How often it was said before: 0, 1 or 2. */
  readonly again: number;
  /** Names of receivers. */
  readonly to: readonly string[];
  readonly at: number;
}

/** What became of it at one receiver that has not got it yet. */
export interface Delivery {
  readonly notice: Notice;
  readonly receiver: string;
  /** Begun; a Reeve that was killed while it sent counts too. */
  readonly tries: number;
  /** Not before. */
  readonly notBefore: number;
}

export type DeliveryKey = `${NoticeId} ${string}`;

export function deliveryKey(notice: NoticeId, receiver: string): DeliveryKey {
  return `${notice} ${receiver}`;
}
