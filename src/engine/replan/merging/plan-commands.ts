/**
 * The commands a plan has Reeve run. A person wrote them or approved them; an agent that plans anew while nobody looks may
 * give them to other tasks, but bring no others.
 */
import type { CommandCheck, TaskId, TaskSpec } from "../../../domain/spec/plan.ts";
import type { PlannerTask } from "../../../domain/work/role-answers.ts";

export function knownCommands(tasks: readonly TaskSpec[]): ReadonlySet<string> {
  const checks = tasks.flatMap(({ gates, commitments }) => [...gates, ...commitments].map(({ run }) => run));
  return new Set([...checks, ...tasks.flatMap(({ acceptance }) => acceptance.flatMap(({ target }) => target ?? []))]);
}

/** One sentence for each command that nobody has put into the plan. */
export function strangeCommands(task: PlannerTask, known: ReadonlySet<string>): readonly string[] {
  const tested = (task.acceptance ?? []).flatMap(({ verify_by, target }) =>
    target !== undefined && (verify_by === "test" || verify_by === "lint") && !isPath(target) ? [target] : [],
  );
  const strange = [...(task.gates ?? []), ...(task.commitments ?? []), ...tested].filter((run) => !known.has(run));
  return strange.map((run) => strangeCommand(task.id, run, known));
}

/** Those that every task has: whoever comes new has them too. */
export function commonChecks(tasks: readonly TaskSpec[], kind: "gates" | "commitments"): readonly CommandCheck[] {
  const [first, ...others] = tasks;
  return (first?.[kind] ?? []).filter(({ run }) => others.every((task) => task[kind].some((each) => each.run === run)));
}

const TIMEOUT_S = 600;

/** As the plan has them already, with their own names and limits. */
export function withCommands(
  checks: readonly CommandCheck[],
  runs: readonly string[],
  tasks: readonly TaskSpec[],
): readonly CommandCheck[] {
  const there = new Set(checks.map(({ run }) => run));
  const known = tasks.flatMap(({ gates, commitments }) => [...gates, ...commitments]);
  const more = [...new Set(runs)].filter((run) => !there.has(run));
  return [
    ...checks,
    ...more.map((run) => known.find((each) => each.run === run) ?? { name: run, run, timeoutS: TIMEOUT_S }),
  ];
}

const SHOWN_MAX = 80;

function strangeCommand(id: TaskId, run: string, known: ReadonlySet<string>): string {
  const usable = known.size === 0 ? "it has none" : `it has ${[...known].slice(0, 5).join(" · ")}`;
  return `task ${id} brings the command "${run.slice(0, SHOWN_MAX)}"; only a person can add commands to a plan that is being worked (${usable})`;
}

/** One word with an ending: the file of a test, which is looked at and not run. */
function isPath(target: string): boolean {
  return /^(?!\.\/)[^\s'"$|&;<>]+\.[A-Za-z0-9]+$/.test(target.trim());
}
