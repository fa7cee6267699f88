/** What people are asked and have not answered. A slice of the state. */
import type { Question, QuestionId } from "../../domain/work/question.ts";
import { mapSlice } from "../slice.ts";

export interface QuestionsState {
  open: Map<QuestionId, Question>;
  /** All that were ever asked; names the next one. */
  asked: number;
}

export const questionsSlice = mapSlice<QuestionsState>(() => ({ open: new Map(), asked: 0 }), "open");
