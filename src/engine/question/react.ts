/** What is done about questions: the person is told. */
import { nothing, type React } from "../tables.ts";
import type { QuestionEvent } from "./events.ts";

export const react: React<QuestionEvent> = {
  question_asked: ({ question }) => [{ type: "ask_person", question }],
  question_joined: nothing,
  question_awaited: nothing,
  question_answered: nothing,
  question_acknowledged: nothing,
  question_withdrawn: nothing,
};
