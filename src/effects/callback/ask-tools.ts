/**
 * How an agent asks a person without ending. The question is open at once, for all to see; the agent waits for the answer,
 * or goes on and looks for it later. Asked in the same words it is the same question, so a broken line costs nothing.
 */
import { z } from "zod";
import type { BlockedReason } from "../../domain/work/outcome.ts";
import { defineTool, failed, refusedText, said, type Visit } from "./tool.ts";
import { optionsField, questionField, waitField } from "./tool-fields.ts";

export const askPersonTool = defineTool(
  "ask_person",
  "Ask the people you work for something only they can decide, without ending your turn. Ask in the same words again to wait on, or to see whether it is answered.",
  z.object({
    question: questionField("The question, complete in itself."),
    options: optionsField,
    wait_s: waitField(
      "Wait so many seconds for the answer, at most 240. 0, which is the default: continue with other work.",
    ),
  }),
  async ({ question, options = [], wait_s = 0 }, visit) => {
    const text = visit.clean(question);
    const known = await answerOf(visit, text);
    if (known !== undefined) return said(`The answer: ${known}`);
    const asked = await askPerson(visit, { text, options: visit.clean(options), waitMs: wait_s * 1000 });
    if ("refused" in asked) return failed([asked.refused]);
    const answer = await asked.answer();
    return said(answer === undefined ? notYet(asked.question) : `The answer: ${answer}`);
  },
);

interface Ask {
  readonly text: string;
  readonly options: readonly string[];
  readonly waitMs: number;
  readonly blocked?: BlockedReason;
}

type Asked =
  | { readonly refused: string }
  /** `answer` waits for as long as was wanted; undefined: there is none yet. */
  | { readonly question: string; readonly answer: () => Promise<string | undefined> };

export async function askPerson(visit: Visit, ask: Ask): Promise<Asked> {
  const answer = await visit.report({ type: "agent_asked", attempt: visit.attempt.id, ...ask });
  const refused = refusedText(answer);
  if (refused !== null) return { refused };
  if (answer?.type !== "asked") return { refused: "Nobody could be asked. Continue without an answer." };
  const { question } = answer;
  return {
    question,
    answer: async () => {
      const known = await answerOf(visit, ask.text);
      if (known !== undefined || ask.waitMs === 0) return known;
      visit.progress(`waits for an answer to ${question}`);
      await visit.wait(question, ask.waitMs);
      return answerOf(visit, ask.text);
    },
  };
}

/** What a person said to this question of this task. */
export async function answerOf({ look, task }: Visit, text: string): Promise<string | undefined> {
  const { talk } = await look();
  return talk.answers.findLast((each) => each.task === task.id && each.asked === text)?.answer;
}

function notYet(question: string): string {
  return `Not answered yet (${question}). Continue with what does not depend on it; the answer appears in read_task, and asking in the same words waits for it. Where nothing else can be done, report_blocked in the same words and end your turn.`;
}
