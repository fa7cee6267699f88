/**
 * One cause, one fix. When a failure has its cause in common with those of other tasks, nobody is retried alone: one task
 * is made that fixes the cause, those that failed wait for it, and so do those that had not begun and would likely fail
 * by it. What is grouped is read in `patterns/`; a failure of a fix is never grouped, so there is no fix of a fix.
 */
import { type Because, because } from "../../domain/because.ts";
import type { Pattern, PatternId } from "../../domain/proof/pattern.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import type { SupervisorAnswer } from "../../domain/work/role-answers.ts";
import { isFinal, type Task } from "../../domain/work/task.ts";
import { expectedBy, shortOf, withCost } from "../budget/expected-cost.ts";
import { metBefore, metBeforeText } from "../causes/history/known-causes.ts";
import type { KnownCause } from "../causes/history/known-history.ts";
import type { PatternGroup } from "../causes/seen-failure.ts";
import type { Context } from "../context.ts";
import { growthForecast } from "../growth/growth-forecast.ts";
import { growthLeft } from "../growth/growth-left.ts";
import { GROWTH_OPTIONS, growthQuestion } from "../growth/guard.ts";
import { taskOf } from "../lookup.ts";
import { ask } from "../question/ask.ts";
import type { State } from "../state.ts";
import { dependsOn } from "../task/ends.ts";
import { commonCause, membersOf } from "./common-cause.ts";
import { fixFor } from "./fix-task.ts";
import { groupsOfTasks } from "./groups-of-tasks.ts";
import { likelyToFail } from "./similar.ts";
import { callBack, waitForOwner } from "./wait-for-owner.ts";
import { asMaker } from "./who-makes.ts";

/** Why the task waits for a fix from now on; asked: for a person who may allow one; null: its failure is its own. Emits what makes it so. */
export function holdForPattern(context: Context, task: Task, attempt: string): Because | "asked" | null {
  const { state } = context;
  if (task.fixes !== null) return null;
  const group = commonCause(state, attempt);
  if (!group) return null;
  const open = [...state.patterns.found.values()].find(
    (each) => [each.group, ...(each.also ?? [])].includes(group.group) || group.also.includes(each.group),
  );
  if (open) return joinPattern(context, open, task, togetherOf(group));
  const members = membersOf(state, group).filter((id) => isOpen(taskOf(state, id)));
  const owned = waitForOwner(context, [...new Set([...members, task.id])], null);
  if (owned && asMaker(state, task, `${owned.facts["task"]}`)) return owned;
  const known = knownFrom(state, attempt);
  const times = members.length + (known?.times ?? (known ? 1 : 0));
  if (members.length === 0 || times < state.settings.policies.patterns.threshold) return null;
  if (shortOf(state, null, expectedBy(state, task.spec.agent, null)) !== null) return null; // no money for a fix
  if (growthLeft(state) === 0) return askForFix(context, group, members, task);
  return found(context, group, members, task, known);
}

/** What an earlier run met counts like a failure of this one, so that the first of them here is enough. */
function knownFrom(state: State, attempt: string): KnownCause | null {
  const note = state.patterns.failures.find(({ id }) => id === attempt);
  return note === undefined ? null : metBefore(state.run.history, note);
}

/** One more task than may be added: a person is asked, once, before anybody is retried alone. */
function askForFix(context: Context, group: PatternGroup, members: readonly TaskId[], task: Task): "asked" | null {
  const { state } = context;
  const { policies } = state.settings;
  if (state.growth.refused || growthQuestion(state) !== null || policies.escalation === "give_up") return null;
  const { added } = state.replans;
  const cause = group.root_cause.replace(/\.$/, "");
  const fix = fixFor(state, group, members);
  ask(context, {
    kind: "growth",
    tasks: [task.id],
    text: `${members.length} tasks (${members.join(", ")}) fail for the same reason: ${cause}. One task could fix that, but ${added} ${added === 1 ? "task was" : "tasks were"} added to this run already, as many as may be without your word (policies.added_tasks). ${growthForecast(state, [fix])} May the run grow as much again?`,
    options: GROWTH_OPTIONS,
    because: because("growth_limit", { of: "tasks", limit: added, used: added }, group.because),
  });
  return "asked";
}

/** A supervisor found the common cause. Says why it cannot be fixed so, or null. */
export function fixCommonCause(context: Context, task: Task, answer: SupervisorAnswer, why: Because): string | null {
  const { state } = context;
  const found = answer.pattern_detected;
  const named = [...new Set([task.id, ...(found?.affected_tasks ?? [])])];
  const members = named.filter((id) => canBeFixed(state, id));
  if (members.length === 0) return "none of the tasks it names is open";
  if (waitForOwner(context, members, why)) return null;
  if (growthLeft(state) === 0) return "the run may not grow any further without a person's word";
  if (members.every((id) => fixOf(state, id) !== undefined)) return "a fix that they wait for is under way already";
  const rootCause = found?.root_cause ?? answer.diagnosis;
  // Under the names of what failed, so that whoever fails by it later joins.
  const [name = `advised-${state.patterns.found.size + 1}`, ...also] = groupsOfTasks(state, members);
  const group = {
    group: name,
    root_cause: rootCause,
    kind: "code",
    members: [],
    also,
    shares: "an advisor found it",
    because: why.evidence,
  } as const;
  announce(context, group, members, []);
  return null;
}

/** The fix under way that a task waits for. */
export function fixOf(state: State, id: TaskId): Pattern | undefined {
  const isAwaited = ({ members, fix }: Pattern) => members.includes(id) && !isFinal(taskOf(state, fix).status);
  return [...state.patterns.found.values()].find(isAwaited);
}

/** Open, and no fix itself. */
export function canBeFixed(state: State, id: TaskId): boolean {
  return state.tasks.has(id) && isOpen(taskOf(state, id)) && taskOf(state, id).fixes === null;
}

function isOpen(task: Task): boolean {
  return !isFinal(task.status) && task.status !== "verifying" && task.status !== "integrating";
}

/** While the fix is under way. One that was fixed already and fails the same way again is the ladder's business. */
export function joinPattern(
  context: Context,
  pattern: Pattern,
  task: Task,
  evidence: readonly string[] = [],
): Because | null {
  const fix = taskOf(context.state, pattern.fix);
  if (isFinal(fix.status) || dependsOn(context.state, fix, task.id)) return null;
  const why = waits(pattern, evidence);
  context.emit({ type: "pattern_joined", pattern: pattern.id, task: task.id, because: why });
  return why;
}

function found(
  context: Context,
  group: PatternGroup,
  members: readonly TaskId[],
  task: Task,
  known: KnownCause | null,
): Because {
  const { state } = context;
  const why = announce(context, group, members, likelyToFail(state, group, members), known);
  for (const member of members) if (member !== task.id) callBack(context, taskOf(state, member), why);
  return why;
}

function announce(
  context: Context,
  group: PatternGroup,
  members: readonly TaskId[],
  held: readonly TaskId[],
  known: KnownCause | null = null,
): Because {
  const { state, at } = context;
  const id: PatternId = `p${state.patterns.found.size + 1}`;
  const before = known && metBeforeText(known, state.run.history?.project ?? "");
  const fix = fixFor(state, group, members, before);
  const pattern: Pattern = {
    id,
    group: group.group,
    ...(group.also.length > 0 && { also: group.also }),
    kind: group.kind,
    rootCause: group.root_cause,
    members: [...members],
    held,
    fix: fix.id,
    foundAt: at,
  };
  const seen = known && { seen: known.run };
  const together = members.length > 1 ? togetherOf(group) : [];
  const told = waits(pattern, [...(before === null ? [] : [before]), ...together, ...group.because]);
  const why = { ...told, facts: { ...told.facts, ...seen } };
  const cost = expectedBy(state, fix.agent, null);
  context.emit({ type: "pattern_found", pattern, fix, because: withCost(why, cost) });
  return why;
}

/** What they have in common, in a sentence. */
function togetherOf({ shares }: PatternGroup): readonly string[] {
  return shares === "" ? [] : [`${shares.slice(0, 1).toUpperCase()}${shares.slice(1)}.`];
}

function waits({ id, group, rootCause, members, fix }: Pattern, evidence: readonly string[]): Because {
  return because("fix_root_cause", { pattern: id, group, cause: rootCause, tasks: members.length, fix }, evidence);
}
