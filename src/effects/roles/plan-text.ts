/**
 * The planner's answer → the text of a `plan.yaml` that a person can read and edit: in the order in which a plan is
 * read, with what the planner wants to be known as comments. Whether it is a good plan is checked like any other. Pure.
 */
import { Document } from "yaml";
import { displaySafe } from "../../domain/words/display-safe.ts";
import type { PlannerAnswer, PlannerTask } from "../../domain/work/role-answers.ts";
import { promptWithConcerns } from "../../engine/replan/merging/prompt-with-concerns.ts";

export function planText(answer: PlannerAnswer, title: string): string {
  const contract = contractOf(answer);
  const plan = {
    title: oneLine(answer.title ?? title),
    tasks: answer.tasks.map((task) => taskOf(task, answer)),
    ...(contract && { contract }),
  };
  const document = new Document(plan);
  const comment = commentOf(answer);
  if (comment !== "") document.commentBefore = comment;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** A key without a value is left out, so that defaults count. */
function taskOf(task: PlannerTask, { cross_cutting_concerns }: PlannerAnswer): object {
  const { id, title, depends_on, files, role, agent, tier, gates, commitments, acceptance, priority, tags } = task;
  return present({
    id,
    title: title === undefined || oneLine(title) === "" ? undefined : oneLine(title),
    depends_on: given(depends_on),
    files: given(files),
    role,
    agent,
    tier,
    priority,
    tags: given(tags),
    gates: given(gates),
    commitments: given(commitments),
    acceptance: given(acceptance?.map((each) => present({ ...each }))),
    prompt: displaySafe(promptWithConcerns(task, cross_cutting_concerns)).trimEnd(),
  });
}

/** None at all is none; one without entries would be a promise of nothing. */
function contractOf({ contract }: PlannerAnswer): object | null {
  if (contract === null || (contract.entities.length === 0 && contract.core_queries.length === 0)) return null;
  const entities = contract.entities.map((each) => present({ ...each, key_fields: given(each.key_fields) }));
  return present({ entities: given(entities), core_queries: given(contract.core_queries) });
}

function commentOf({ cross_cutting_concerns, validation }: PlannerAnswer): string {
  const concerns = cross_cutting_concerns.map(({ concern, tasks }) => {
    const whom = tasks.length === 0 ? "all tasks" : tasks.join(", ");
    return ` - ${oneLine(concern)} (${oneLine(whom)})`;
  });
  const findings = validation.map(({ severity, message, task }) => {
    return ` - ${severity}${task === undefined ? "" : ` in ${oneLine(task)}`}: ${oneLine(message)}`;
  });
  return [
    ...(concerns.length === 0 ? [] : [" What several tasks must heed; their prompts say it too:", ...concerns]),
    ...(findings.length === 0 ? [] : [" What the planner found:", ...findings]),
  ].join("\n");
}

function given<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

function present<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Partial<T>;
}

function oneLine(text: string): string {
  return displaySafe(text).replace(/\s+/g, " ").trim();
}
