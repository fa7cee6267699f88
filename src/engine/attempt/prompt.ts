/**
 * What an agent reads: the task's own prompt, framed by why it was restarted, what people said and what earlier
 * tasks decided, and by the form of the answer. A function of task, briefing and whether the agent has tools alone: the
 * same briefing gives the same bytes, which is what "the same input" means.
 */

import type { Because } from "../../domain/because.ts";
import type { TaskSpec } from "../../domain/spec/plan.ts";
import type { Briefing } from "../../domain/work/attempt.ts";
import { becauseSentence } from "../wording/because-words.ts";

export function composePrompt(task: TaskSpec, briefing: Briefing, tools = false): string {
  const parts = [
    restartNotice(briefing),
    briefing.advice === undefined ? "" : `What is known about the previous attempt:\n${briefing.advice}`,
    task.prompt.trim(),
    list("Files this task is about", task.files),
    list("Said by the people you work for", briefing.notes),
    ...briefing.upstream.map(({ task: id, decisions, concerns }) =>
      [list(`Decided in ${id}, which this builds on`, decisions), list(`Concerns left by ${id}`, concerns)]
        .filter((part) => part !== "")
        .join("\n\n"),
    ),
    answerForm(task.id),
    tools ? TOOLS : "",
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const TOOLS = `Where you have the tools of the MCP server "reeve", use them: report_result gives your result and tells you what is wrong with it; ask_person and report_blocked ask the people you work for; read_task shows this task with messages and answers for you; read_wisdom, add_wisdom and message share what is worth knowing with the other tasks of this run.
What a tool cannot do, do as described above.`;

function restartNotice({ restart }: Briefing): string {
  if (restart === null) return "";
  const reached = restart.reached === null ? "" : ` The last sign of the previous attempt was: ${restart.reached}.`;
  const notice = `You were restarted: ${becauseSentence(restart.because)}.${reached} Look at what is already there before you continue.`;
  const found = [restart.report ?? restart.because.evidence.join("\n"), broughtIn(restart.because.rule)]
    .filter((part) => part !== "")
    .join("\n\n");
  return found === "" ? notice : `${notice}\n\nWhat was found:\n${found}`;
}

/** Whoever waited for others reads that their work is there. */
function broughtIn(rule: Because["rule"]): string {
  return rule === "needs_task" || rule === "fix_root_cause" ? BROUGHT_IN : "";
}

const BROUGHT_IN =
  "What others have finished in the meantime is now in your workspace. Where it conflicts with your own work, the files have conflict markers: resolve each of them and remove the markers.";

function list(title: string, items: readonly string[]): string {
  return items.length === 0 ? "" : [`${title}:`, ...items.map((item) => `- ${item}`)].join("\n");
}

function answerForm(task: string): string {
  return `When you have finished, give your result as one JSON object: write it to the file named by REEVE_RESULT, or print it last.
Done: {"status":"done","task_id":"${task}","files_created":[],"files_modified":[],"decisions":[],"tests_added":[],"concerns":[]}
If nothing had to be changed, say why in "nothing_to_do".
If only a person can say how to proceed, do not guess: {"status":"blocked","task_id":"${task}","blocked_reason":"ambiguous_spec | missing_dependency | contradictory_requirements | impossible_as_specified","uncertain_about":"your question","options":[],"attempted":"","files_completed":[]}`;
}
