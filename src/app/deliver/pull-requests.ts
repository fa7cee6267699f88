/**
 * What is proposed to a remote: the run as one pull request, or one per merged task. A task that builds on exactly one
 * other proposed task is proposed against that one's branch, so that only its own work shows; any other against the
 * run's base, with a word about what comes first.
 */
import type { Proposal } from "../../domain/delivery/surface.ts";
import type { Review, RunReview, TaskReview } from "./review.ts";

/** How a review is worded for others, in Markdown that does nothing; at most so many characters. */
export interface ReviewWriter {
  readonly ofRun: (review: Review, lengthMax?: number) => string;
  /** `after`: tasks whose pull requests come first. */
  readonly ofTask: (run: RunReview, task: TaskReview, after: readonly string[], lengthMax: number) => string;
  /** A title in one line. */
  readonly title: (text: string, lengthMax: number) => string;
}

export interface ProposalWish {
  readonly perTask: boolean;
  /** Another name on the remote than here; of tasks the part before the task's own. */
  readonly branch: string | null;
  readonly draft: boolean;
}

/** What forges take at most is 65,536 characters. */
const BODY_LENGTH_MAX = 60_000;
const TITLE_LENGTH_MAX = 200;

export function pullRequestsOf(review: Review, wish: ProposalWish, writer: ReviewWriter): readonly Proposal[] {
  return wish.perTask ? ofTasks(review, wish, writer) : ofRun(review, wish, writer);
}

function ofRun(review: Review, { branch, draft }: ProposalWish, writer: ReviewWriter): readonly Proposal[] {
  const { run } = review;
  if (run.branch === null || run.head === null || run.head === run.base?.commit) return [];
  const body = writer.ofRun(review, BODY_LENGTH_MAX);
  const base = run.base?.branch ?? null;
  return [
    {
      branch: branch ?? run.branch,
      commit: run.head,
      base,
      title: writer.title(run.title, TITLE_LENGTH_MAX),
      body,
      draft,
    },
  ];
}

function ofTasks({ run, tasks }: Review, wish: ProposalWish, writer: ReviewWriter): readonly Proposal[] {
  const merged = inOrder(tasks).filter((task) => task.merge !== null);
  const names = new Map(merged.map((task) => [task.id, nameOf(run, task, wish.branch)]));
  const known = new Map(tasks.map((task) => [task.id, task]));
  return merged.flatMap((task) => {
    const branch = names.get(task.id);
    if (branch === undefined || task.commit === null) return [];
    const after = proposedBelow(task, known, names);
    const only = after.length === 1 ? names.get(after[0] ?? "") : undefined;
    const body = writer.ofTask(run, task, after, BODY_LENGTH_MAX);
    const base = only ?? run.base?.branch ?? null;
    return [
      {
        branch,
        commit: task.commit,
        base,
        title: writer.title(`${task.id}: ${task.title}`, TITLE_LENGTH_MAX),
        body,
        draft: wish.draft,
      },
    ];
  });
}

/** Dependencies first, otherwise as in the plan. Plans have no cycles. */
function inOrder(tasks: readonly TaskReview[]): readonly TaskReview[] {
  const known = new Map(tasks.map((task) => [task.id, task]));
  const order = new Set<TaskReview>();
  const todo = tasks.toReversed();
  for (let task = todo.pop(); task !== undefined; task = todo.pop()) {
    const first = task.dependsOn.flatMap((id) => known.get(id) ?? []).filter((each) => !order.has(each));
    if (first.length === 0) order.add(task);
    else todo.push(task, ...first.toReversed());
  }
  return [...order];
}

/** The nearest tasks it depends on that are proposed too; what changed nothing is looked through. */
function proposedBelow(
  task: TaskReview,
  known: ReadonlyMap<string, TaskReview>,
  names: ReadonlyMap<string, string>,
): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const todo = [...task.dependsOn];
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (names.has(id)) found.add(id);
    else todo.push(...(known.get(id)?.dependsOn ?? []));
  }
  return [...known.keys()].filter((id) => found.has(id));
}

function nameOf(run: RunReview, task: TaskReview, prefix: string | null): string {
  const own = task.branch ?? `reeve/${run.id}/${task.id}`;
  return prefix === null ? own : `${prefix}/${own.slice(`reeve/${run.id}/`.length)}`;
}
