/**
 * A task in a person's hands: who works on it is stopped and its work stays, the person gets its folder and, where its agent
 * keeps one, its session; what they changed is handed back with what they say. Starts nothing by itself.
 */
import { existsSync } from "node:fs";
import type { AgentSession } from "../../domain/work/session.ts";
import type { State } from "../../engine/state.ts";
import { loadConfig } from "../project/load.ts";
import { type OpenedRun, withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { followRecords, stateOf } from "../project/records.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { changesSince, type FilesSeen, type SeenChanges, seeFiles } from "./files-seen.ts";
import { giveOrder, type OrderGiven } from "./give-order.ts";
import { unknownTask } from "./order-refused.ts";
import { folderOf } from "./where-task.ts";

export interface TakeWish {
  readonly run: string | undefined;
  readonly task: string;
  readonly now: number;
  /** Looks at the task before anybody is stopped; what it refuses is not taken. */
  readonly accept?: (task: TaskToTake) => Reply<unknown>;
}

export interface TaskToTake {
  readonly run: string;
  readonly task: string;
  readonly title: string;
  /** Where its work lies. */
  readonly dir: string;
  /** The adapter of its agent, and the session that can be resumed there; null: none is known. */
  readonly session: AgentSession | null;
  readonly agent: string;
  readonly adapter: string;
}

export interface TakenTask extends TaskToTake {
  /** It had ended: it is looked at, and nobody has to be kept from it. */
  readonly isEnded: boolean;
  readonly before: FilesSeen;
}

/** How long an agent that is asked to end may take before the person is let in. */
const ENDED_MS = 60_000;

export function takeTask(project: Project, wish: TakeWish): Promise<Reply<TakenTask>> {
  return withRun(project, wish.run, async (opened) => {
    const { place, state } = opened;
    const task = state.tasks.get(wish.task);
    if (!task) return unknownTask(state, wish.task);
    const dir = folderOf(opened, task);
    if (!existsSync(dir)) return refused({ what: "no_worktree", task: task.id, status: task.status });
    const isEnded = task.status === "done";
    const { id, spec, session } = task;
    const config = loadConfig(project);
    const adapter = (config.ok ? config.value.agents[spec.agent]?.adapter : undefined) ?? spec.agent;
    const wanted = { run: place.id, task: id, title: spec.title, dir, session, agent: spec.agent, adapter };
    const accepted = wish.accept?.(wanted) ?? granted(null);
    if (!accepted.ok) return accepted;
    if (!isEnded) {
      const given = await giveOrder(project, { run: place.id, order: { type: "take", task: task.id }, now: wish.now });
      if (!given.ok) return given;
      if (given.value.how === "done") await untilEnded(opened, task.id);
    }
    return granted({ ...wanted, isEnded, before: seeFiles(dir) });
  });
}

export interface HandedBack {
  readonly changes: SeenChanges;
  readonly given: OrderGiven;
}

export function changesOf({ dir, before }: TakenTask): SeenChanges {
  return changesSince(before, dir);
}

/** Its next attempt finds the changes in its folder, and in its prompt which they are. */
export async function handBack(
  project: Project,
  taken: TakenTask,
  said: string,
  now: number,
): Promise<Reply<HandedBack>> {
  const changes = changesOf(taken);
  const words = [said.trim(), noteOf(changes)].filter((part) => part !== "").join("\n");
  const order = { type: "retry", task: taken.task, because: words, changeset: "keep" } as const;
  const given = await giveOrder(project, { run: taken.run, order, now });
  return given.ok ? granted({ changes, given: given.value }) : given;
}

const NAMED_MAX = 40;

function noteOf({ created, modified, deleted }: SeenChanges): string {
  const parts = [
    ["changed", modified],
    ["added", created],
    ["deleted", deleted],
  ] as const;
  const named = parts.flatMap(([verb, files]) => (files.length === 0 ? [] : [`${verb} ${listOf(files)}`]));
  return named.length === 0
    ? "A person looked at the work and changed no file."
    : `A person worked in this folder and ${named.join("; ")}. Build on that; do not undo it.`;
}

function listOf(files: readonly string[]): string {
  const more = files.length - NAMED_MAX;
  return `${files.slice(0, NAMED_MAX).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

async function untilEnded({ project, place }: OpenedRun, task: string): Promise<void> {
  const { state, head } = await stateOf(project, place.id);
  if (!isLive(state, task)) return;
  const inTime = AbortSignal.timeout(ENDED_MS);
  for await (const { events } of followRecords(project, place.id, head.seq + 1, inTime))
    if (events.some((event) => event.type === "attempt_ended" && event.task === task)) return;
}

function isLive({ attempts }: State, task: string): boolean {
  return [...attempts.live.values()].some((attempt) => attempt.task === task);
}
