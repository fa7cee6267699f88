/** Sentences about questions to a person. */
import { plainText } from "../../domain/words/wording.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { say, type Words } from "../wording/sentence.ts";
import type { QuestionEvent } from "./events.ts";
import { askersOf, questionText } from "./question-text.ts";

export const words: Words<QuestionEvent> = {
  /** The failure before it has shown the evidence; what can be answered by a number is listed. */
  question_asked({ question }) {
    const options = question.options.map((option, at) => `${at + 1}. ${option}`);
    const task = askersOf(question)[0] ?? null;
    return say(task, `asks you (${question.id}): ${questionText(question)}`, [...(question.table ?? []), ...options]);
  },
  question_joined: ({ task, question, agent }) =>
    say(
      task,
      `also waits for your answer to ${question}: it has the same problem, and no task starts with ${agent} until then`,
    ),
  question_awaited: ({ task, question, because }) =>
    say(task, `waits for your answer to ${question}: ${becauseSentence(because)}`),
  question_answered: ({ question, text }) => say(null, `${question} is answered: ${plainText(text)}`),
  question_acknowledged: ({ question }) =>
    say(null, `${question} is acknowledged: it stays open, and you are not reminded of it`),
  question_withdrawn: ({ task, question }) =>
    say(task, `ended without your answer to ${question}, which is no longer needed`),
};
