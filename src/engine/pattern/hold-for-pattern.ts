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
import { growthLeft } from "../budget/growth.ts";
import { causeOf } from "../causes/cause-of.ts";
import { addFailure, createPatternIndex, groupOf } from "../causes/pattern-index.ts";
import type { Cause, PatternGroup, PatternKind, SeenFailure } from "../causes/seen-failure.ts";
import type { Context } from "../context.ts";
import { taskOf } from "../lookup.ts";
import type { State } from "../state.ts";
import { dependsOn } from "../task/ends.ts";
import { requeue } from "../task/requeue.ts";
import { fixFor } from "./fix-task.ts";
import { likelyToFail } from "./similar.ts";

/** Why the task waits for a fix from now on; null: its failure is its own. Emits what makes it so. */
export function holdForPattern(context: Context, task: Task, attempt: string): Because | null {
  const { state } = context;
  if (task.fixes !== null) return null;
  const group = commonCause(state, attempt);
  if (!group) return null;
  const open = [...state.patterns.found.values()].find(
    (each) => each.group === group.group || group.also.includes(each.group),
  );
  if (open) return join(context, open, task);
  const members = membersOf(state, group).filter((id) => isOpen(taskOf(state, id)));
  if (growthLeft(state) === 0) return null;
  if (members.length < state.settings.policies.patterns.threshold) return null;
  if (shortOf(state, null, expectedBy(state, task.spec.agent, null)) !== null) return null; // no money for a fix
  return found(context, group, members, task);
}

/** A supervisor found the common cause. Says why it cannot be fixed so, or null. */
export function fixCommonCause(context: Context, task: Task, answer: SupervisorAnswer, why: Because): string | null {
  const { state } = context;
  const found = answer.pattern_detected;
  const named = [...new Set([task.id, ...(found?.affected_tasks ?? [])])];
  const members = named.filter(
    (id) => state.tasks.has(id) && isOpen(taskOf(state, id)) && taskOf(state, id).fixes === null,
  );
  if (members.length === 0) return "none of the tasks it names is open";
  if (growthLeft(state) === 0) return "the run may not grow any further without a person's word";
  if (members.every((id) => waitsForFix(state, id))) return "a fix that they wait for is under way already";
  const rootCause = found?.root_cause ?? answer.diagnosis;
  const group = {
    group: `advised-${state.patterns.found.size + 1}`,
    root_cause: rootCause,
    kind: "code",
    members: [],
    also: [],
    shares: "an advisor found it",
    because: why.evidence,
  } as const;
  announce(context, group, members, []);
  return null;
}

/** What a single task cannot mend, and waiting does not either. */
const FIXABLE: ReadonlySet<PatternKind> = new Set(["missing_foundation", "schema", "scaffolding", "code"]);

function commonCause(state: State, attempt: string): PatternGroup | null {
  const index = createPatternIndex();
  for (const note of state.patterns.failures) addFailure(index, note, knownCause);
  const group = groupOf(index, attempt);
  return group && FIXABLE.has(group.kind) ? group : null;
}

const causes = new WeakMap<SeenFailure, Cause>();

/** Reading a text is what costs; each note is read once, however many failures follow it. */
export function knownCause(note: SeenFailure): Cause {
  const known = causes.get(note) ?? causeOf(note);
  causes.set(note, known);
  return known;
}

function waitsForFix(state: State, id: TaskId): boolean {
  const isWaitedFor = ({ members, fix }: Pattern) => members.includes(id) && !isFinal(taskOf(state, fix).status);
  return [...state.patterns.found.values()].some(isWaitedFor);
}

function membersOf(state: State, group: PatternGroup): TaskId[] {
  const ids = new Set(group.members);
  return [...new Set(state.patterns.failures.filter((note) => ids.has(note.id)).map((note) => note.task))];
}

function isOpen(task: Task): boolean {
  return !isFinal(task.status) && task.status !== "verifying" && task.status !== "integrating";
}

/** While the fix is under way. One that was fixed already and fails the same way again is the ladder's business. */
function join(context: Context, pattern: Pattern, task: Task): Because | null {
  const fix = taskOf(context.state, pattern.fix);
  if (isFinal(fix.status) || dependsOn(context.state, fix, task.id)) return null;
  const why = waits(pattern, []);
  context.emit({ type: "pattern_joined", pattern: pattern.id, task: task.id, because: why });
  return why;
}

function found(context: Context, group: PatternGroup, members: readonly TaskId[], task: Task): Because {
  const { state } = context;
  const why = announce(context, group, members, likelyToFail(state, group, members));
  for (const member of members) if (member !== task.id) callBack(context, taskOf(state, member), why);
  return why;
}

function announce(context: Context, group: PatternGroup, members: readonly TaskId[], held: readonly TaskId[]): Because {
  const { state, at } = context;
  const id: PatternId = `p${state.patterns.found.size + 1}`;
  const fix = fixFor(state, group, members);
  const pattern: Pattern = {
    id,
    group: group.group,
    kind: group.kind,
    rootCause: group.root_cause,
    members: [...members],
    held,
    fix: fix.id,
    foundAt: at,
  };
  const why = waits(pattern, group.because);
  const cost = expectedBy(state, fix.agent, null);
  context.emit({ type: "pattern_found", pattern, fix, because: withCost(why, cost) });
  return why;
}

/** Asked about, its question is answered by the fix; at work, it is stopped where the policy says so. */
function callBack(context: Context, task: Task, why: Because): void {
  const { state } = context;
  if (task.status === "waiting_for_input")
    return requeue(context, task, "queue", { because: why, restart: { because: why, reached: null } });
  const attempt = task.attempt === null ? undefined : state.attempts.live.get(task.attempt);
  if (state.settings.policies.patterns.running === "stop" && attempt && attempt.phase !== "stopping")
    context.emit({ type: "attempt_stopping", attempt: attempt.id, because: why });
}

function waits({ id, rootCause, members, fix }: Pattern, evidence: readonly string[]): Because {
  return because("fix_root_cause", { pattern: id, cause: rootCause, tasks: members.length, fix }, evidence);
}
