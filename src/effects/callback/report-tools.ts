/**
 * How an agent hands back its result, or that it is blocked, before it ends. Both are checked as they are at the end, and
 * what is wrong is told back. Kept twice, in the journal and where adapters look, so that neither loss nor a crash counts.
 */
import { z } from "zod";
import { BLOCKED_REASONS, type BlockedResult } from "../../domain/work/outcome.ts";
import { parseResult } from "../../domain/work/result-schema.ts";
import { answerOf, askPerson } from "./ask-tools.ts";
import { type Result, storeResult, takeBackResult } from "./store-result.ts";
import { defineTool, failed, type Reply, refusedText, said, type Visit } from "./tool.ts";
import { optionsField, questionField, texts, waitField } from "./tool-fields.ts";

const DONE = z.looseObject({
  files_created: texts("Files that are new."),
  files_modified: texts("Files that were there and were changed."),
  decisions: texts("What was decided on the way; tasks that depend on this one are told."),
  tests_added: texts("Tests that are new."),
  concerns: texts("What a reviewer should look at; tasks that depend on this one are told."),
  nothing_to_do: z.string().optional().meta({ description: "Why nothing had to be changed; only where that is so." }),
});

export const reportResult = defineTool(
  "report_result",
  "Hand back the result of this task when you have finished it. Reeve checks it and says what is wrong with it. Afterwards end your turn.",
  DONE,
  async (args, visit) => {
    const parsed = parseResult({ status: "done", ...args }, visit.task.id);
    if (!parsed.ok) return failed(parsed.problems);
    const result = visit.clean(parsed.result);
    return (await keep(result, visit)) ?? said("Reeve has your result. End your turn now.");
  },
);

const BLOCKED = z.object({
  blocked_reason: z
    .enum(BLOCKED_REASONS, { error: `must be one of: ${BLOCKED_REASONS.join(", ")}` })
    .meta({ description: "Why the task cannot be finished as it stands." }),
  uncertain_about: questionField("The question whose answer would unblock the task."),
  options: optionsField,
  attempted: z.string().max(4_000).optional().meta({ description: "What was tried." }),
  files_completed: texts("Files that are finished all the same."),
  wait_s: waitField(
    "Wait so many seconds for a person's answer, at most 240; only for ambiguous_spec. 0, which is the default: end at once and be restarted with the answer.",
  ),
});

export const reportBlocked = defineTool(
  "report_blocked",
  "Say that you cannot continue without an answer. With wait_s the person is asked at once and the answer is returned; without, end your turn afterwards.",
  BLOCKED,
  async ({ wait_s = 0, ...args }, visit) => {
    const parsed = parseResult({ status: "blocked", ...args }, visit.task.id);
    if (!parsed.ok || parsed.result.status !== "blocked") return failed(parsed.ok ? [] : parsed.problems);
    return blocked(visit.clean(parsed.result), wait_s * 1000, visit);
  },
);

async function blocked(result: BlockedResult, waitMs: number, visit: Visit): Promise<Reply> {
  const { uncertain_about: text, options, blocked_reason } = result;
  const known = await answerOf(visit, text);
  if (known !== undefined) return unblocked(known);
  const asked = waitMs > 0 ? await askPerson(visit, { text, options, waitMs, blocked: blocked_reason }) : null;
  const trouble = await keep(result, visit);
  if (trouble) return trouble;
  if (asked === null) return said("Noted. End your turn now; you will be restarted with the answer.");
  if ("refused" in asked) return said(`Noted that you are blocked. ${asked.refused}`);
  const answer = await asked.answer();
  if (answer === undefined) return said(NOT_ANSWERED);
  await takeBackResult(visit.folder, result);
  return unblocked(answer);
}

const NOT_ANSWERED = "Not answered yet. End your turn now; you will be restarted with the answer.";

function unblocked(answer: string): Reply {
  return said(
    `The answer: ${answer}\nYou are no longer blocked. Continue, and report your result when you have finished.`,
  );
}

/** One of the two places is enough; null: it is kept. */
async function keep(result: Result, visit: Visit): Promise<Reply | null> {
  const answer = await visit.report({ type: "result_reported", attempt: visit.attempt.id, result });
  const refused = refusedText(answer);
  if (answer !== null && refused !== null) return failed([refused]);
  const trouble = await storeResult(visit.folder, result);
  return trouble === null || answer !== null ? null : failed([refused ?? trouble]);
}
