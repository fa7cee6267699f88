/** Sentences about questions to a person. */
import { plainText } from "../../domain/words/wording.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { say, type Words } from "../wording/sentence.ts";
import type { QuestionEvent } from "./events.ts";
import { askersOf, questionText } from "./question-text.ts";

export const words: Words<QuestionEvent> = {
  /** The evidence was told with the failure before it; what can be answered by a number is listed. */
  question_asked({ question }) {
    const options = question.options.map((option, at) => `${at + 1}. ${option}`);
    const task = askersOf(question)[0] ?? null;
    return say(task, `asks you (${question.id}): ${questionText(question)}`, options);
  },
  question_joined: ({ task, question, agent }) =>
    say(
      task,
      `waits for your answer to ${question} as well: it is the same trouble, and nobody starts with ${agent} before that`,
    ),
  question_awaited: ({ task, question, because }) =>
    say(task, `waits for your answer to ${question}: ${becauseSentence(because)}`),
  question_answered: ({ question, text }) => say(null, `${question} is answered: ${plainText(text)}`),
  question_withdrawn: ({ task, question }) =>
    say(task, `came to its end without your answer to ${question}; that needs none any more`),
};
