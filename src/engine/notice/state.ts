/** What people were told, when, and what is still on its way to them. A slice of the state. */
import type { Delivery, DeliveryKey } from "../../domain/notice.ts";
import type { QuestionId } from "../../domain/work/question.ts";
import { mapSlice } from "../slice.ts";
import type { Outbox } from "./outbox.ts";

/** How often a person was told of a question, and when last. */
export interface ToldQuestion {
  readonly times: number;
  readonly at: number;
}

/** When a cause was last told of, and what has happened by it since that was not told. */
export interface ToldCause {
  readonly at: number;
  readonly untold: number;
}

export interface NoticesState extends Outbox {
  told: Map<QuestionId, ToldQuestion>;
  causes: Map<string, ToldCause>;
}

export const noticesSlice = mapSlice<NoticesState>(
  () => ({
    waiting: new Map<DeliveryKey, Delivery>(),
    made: 0,
    told: new Map<QuestionId, ToldQuestion>(),
    causes: new Map<string, ToldCause>(),
  }),
  "waiting",
  "told",
  "causes",
);
