/** What the planner is told in a run: why, the plan as it is being worked, what may be used, what failed before. */
import type { Because } from "../../domain/because.ts";
import { dependenciesOf, isFinal, type Task } from "../../domain/work/task.ts";
import { historyOf, type Values } from "../advisor/what-to-tell.ts";
import type { State } from "../state.ts";
import { isIdle } from "../task/ends.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { currentPlan } from "./current-plan.ts";
import { knownCommands } from "./merging/plan-commands.ts";

export interface WhyReplan {
  /** One sentence: what led to it. */
  readonly trigger: string;
  readonly because: Because;
  /** What was wrong with the answer before; empty on the first try. */
  readonly problems: readonly string[];
}

/** The gaps of the text with which it is asked. */
export const REPLAN_GAPS = [
  "diagnosis",
  "task",
  "current",
  "contract",
  "agents",
  "commands",
  "history",
  "problems",
] as const;

export function replanValues(
  state: State,
  task: Task,
  { trigger, because, problems }: WhyReplan,
): Values & Readonly<Record<(typeof REPLAN_GAPS)[number], string>> {
  const commands = [...knownCommands(currentPlan(state).tasks)];
  return {
    diagnosis: [trigger, becauseSentence(because), ...because.evidence, adviceOf(task)].filter(Boolean).join("\n"),
    task: because.rule === "integration_red" ? WHOLE : `${task.id}: ${task.spec.title}\n\n${task.spec.prompt}`,
    current: planText(state, task),
    contract: state.plan.contract === null ? "There is none." : JSON.stringify(state.plan.contract),
    agents: agentsText(state),
    commands: commands.length === 0 ? "There are none." : commands.map((run) => `- ${run}`).join("\n"),
    history: historyOf(state) || "Nothing failed.",
    problems: problems.length === 0 ? "This is the first answer." : problems.map((each) => `- ${each}`).join("\n"),
  };
}

const WHOLE =
  "No single task: it is about all the merged work together. Tasks that are done stay as they are; add what is missing.";

/** Of the prompt of each task so much: the ids, states and edges of all matter more than all words of some. */
const PROMPT_LENGTH_MAX = 600;
const DONE_LENGTH_MAX = 120;
const TASKS_MAX = 150;

/** What is open comes first: it is what can be changed. */
function planText({ tasks }: State, about: Task): string {
  const all = [...tasks.values()];
  const order = [...all.filter(({ status }) => !isFinal(status)), ...all.filter(({ status }) => isFinal(status))];
  const left = order.length - TASKS_MAX;
  const more = left > 0 ? [`(${left} more tasks are not shown; they stay as they are)`] : [];
  return [...order.slice(0, TASKS_MAX).map((task) => taskText(task, task === about)), ...more].join("\n\n");
}

function taskText(task: Task, isAbout: boolean): string {
  const { id, spec } = task;
  const on = dependenciesOf(task).filter((each) => !each.startsWith("@"));
  const prompt = spec.prompt.trim();
  const bound = isFinal(task.status) ? DONE_LENGTH_MAX : PROMPT_LENGTH_MAX;
  const cut = prompt.length > bound ? ` […${prompt.length - bound} characters left out]` : "";
  return [
    `- ${id} (${standing(task, isAbout)}): ${spec.title}`,
    `  depends on: ${on.join(", ") || "nothing"} · files: ${spec.files.join(", ") || "not named"} · agent: ${spec.agent}`,
    `  ${prompt.slice(0, bound).replaceAll("\n", "\n  ")}${cut}`,
  ].join("\n");
}

/** In the words of the rules by which the answer will be judged. The one it is about waits for that answer. */
function standing(task: Task, isAbout: boolean): string {
  if (task.status === "done") return "done: cannot be changed";
  if (isFinal(task.status)) return `${task.status.replaceAll("_", " ")}: cannot be changed`;
  if (!isAbout && !isIdle(task)) return "running: cannot be changed";
  if (task.attempts > 0 || task.fixes !== null) return "has begun, waits: only prompt and more dependencies";
  return "has not begun";
}

function agentsText({ settings }: State): string {
  const lines = Object.entries(settings.agents).map(([name, { tiers }]) => {
    return `- ${name} (${tiers.length === 0 ? "no tiers" : `tiers: ${tiers.map((tier) => tier.name).join(", ")}`})`;
  });
  return lines.join("\n");
}

function adviceOf({ advice }: Task): string {
  return advice === null ? "" : `What advisors said: ${advice}`;
}
