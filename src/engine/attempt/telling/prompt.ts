/**
 * What an agent reads: the task's own prompt, framed by why it was restarted, what people said and what earlier
 * tasks decided, by what it will be judged and by the form of the answer. A function of task, briefing and what its agent
 * may and can alone: the same briefing gives the same bytes, which is what "the same input" means. Whatever agents, programs
 * or the repository said is quoted.
 */

import type { Because } from "../../../domain/because.ts";
import type { TaskSpec } from "../../../domain/spec/plan.ts";
import {
  byPeople,
  listItem,
  NOTHING,
  type PromptText,
  quotedBlock,
  quotedLine,
  reeveSays,
  sections,
} from "../../../domain/words/prompt-text.ts";
import type { Briefing } from "../../../domain/work/attempt.ts";
import { becauseSentence } from "../../wording/because-words.ts";
import { judgedBy } from "./judged-by.ts";

/** What the agent has and may: Reeve's tools, and so many minutes; null: nobody knows. */
export interface Allowance {
  readonly tools: boolean;
  readonly minutes: number | null;
}

export function composePrompt(task: TaskSpec, briefing: Briefing, { tools, minutes }: Allowance): PromptText {
  const text = sections([
    restartNotice(briefing),
    knownAbout(briefing),
    byPeople(task.prompt.trim()),
    list(reeveSays`Said by the people you work for`, briefing.notes.map(listItem)),
    ...briefing.upstream.map(({ task: id, decisions, concerns }) =>
      sections([
        list(reeveSays`Decided in ${quotedLine(id)}, which this builds on`, decisions.map(quotedItem)),
        list(reeveSays`Concerns left by ${quotedLine(id)}`, concerns.map(quotedItem)),
      ]),
    ),
    byPeople(judgedBy(task, minutes)),
    answerForm(quotedLine(task.id)),
    tools ? TOOLS : NOTHING,
  ]);
  return reeveSays`${text}\n`;
}

/** An advisor reads what it read before, and then what was wrong with its answer. */
export function askedAgain(prompt: string, { restart }: Briefing): PromptText {
  const before = byPeople(prompt);
  if (restart?.because.rule !== "malformed_output" || restart.report === undefined) return before;
  return reeveSays`${byPeople(prompt.trimEnd())}\n\nYou have answered this before. What was wrong with it:\n${quotedBlock(reeveSays`wrong`, restart.report)}\n\nAnswer again, in the form above and with what you really found. The same answer, a placeholder or an example is not used.\n`;
}

const TOOLS = reeveSays`Where you have the tools of the MCP server "reeve", use them: report_result gives your result and tells you what is wrong with it; ask_person and report_blocked ask the people you work for; read_task shows this task with messages and answers for you; read_wisdom, add_wisdom and message share what is worth knowing with the other tasks of this run.
What a tool cannot do, do as described above.`;

function restartNotice({ restart }: Briefing): PromptText {
  if (restart === null) return NOTHING;
  const { because, reached, report, earlier } = restart;
  const sign =
    reached === null ? NOTHING : reeveSays` The last sign of the previous attempt was: ${quotedLine(reached)}.`;
  return sections([
    reeveSays`You were restarted: ${quotedLine(becauseSentence(because))}.${sign} Look at what is already there before you continue.`,
    found(reeveSays`What was found:`, report ?? because.evidence.join("\n")),
    broughtIn(because.rule),
    found(reeveSays`What was found in the work before that, and still counts:`, earlier ?? ""),
  ]);
}

/** Gates print what agents wrote, and conflicts show it. */
function found(title: PromptText, text: string): PromptText {
  return text === "" ? NOTHING : reeveSays`${title}\n${quotedBlock(reeveSays`found`, text)}`;
}

function knownAbout({ advice }: Briefing): PromptText {
  if (advice === undefined) return NOTHING;
  return reeveSays`What is known about the previous attempt:\n${quotedBlock(reeveSays`known`, advice)}`;
}

/** Whoever waited for others reads that their work is there. */
function broughtIn(rule: Because["rule"]): PromptText {
  return rule === "needs_task" || rule === "fix_root_cause" ? BROUGHT_IN : NOTHING;
}

const BROUGHT_IN = reeveSays`What others have finished in the meantime is now in your workspace. Where it conflicts with your own work, the files have conflict markers: resolve each of them and remove the markers.`;

function quotedItem(text: string): PromptText {
  return reeveSays`- ${quotedLine(text)}`;
}

function list(title: PromptText, items: readonly PromptText[]): PromptText {
  return items.length === 0 ? NOTHING : sections([reeveSays`${title}:`, ...items], "\n");
}

function answerForm(task: PromptText): PromptText {
  return reeveSays`When you have finished, give your result as one JSON object: write it to the file named by REEVE_RESULT, or print it last.
Done: {"status":"done","task_id":"${task}","files_created":[],"files_modified":[],"decisions":[],"tests_added":[],"concerns":[]}
If nothing had to be changed, say why in "nothing_to_do".
If only a person can say how to proceed, do not guess: {"status":"blocked","task_id":"${task}","blocked_reason":"ambiguous_spec | missing_dependency | contradictory_requirements | impossible_as_specified","uncertain_about":"your question","options":[],"attempted":"","files_completed":[]}`;
}
