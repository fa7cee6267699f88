/**
 * `reeve run EPIC.md`: the same file, the same ticks, but this process stays and works the dispatched items itself, like any
 * run. It ends where only a person can help. All that is decided stands in the body, so ticks by cron and a resident run
 * can follow each other, or be at work side by side: who holds an item is told by its lock.
 */
import type { ReviewWriter } from "../deliver/pull-requests.ts";
import type { Project } from "../project/project.ts";
import type { Reply } from "../reply.ts";
import { type FollowWish, followEpic } from "./follow-epic.ts";
import type { TickEnd } from "./tick-epic.ts";
import type { Owed } from "./work/dispatches.ts";
import { type WorkWorld, workDispatched } from "./work/work-item.ts";

export interface ResidentWish extends Omit<FollowWish, "everyMs" | "isAwake" | "isResident" | "start"> {
  readonly writer: ReviewWriter;
  readonly onSentence: (sentence: string) => void;
  /** Given the way to stop all that is at work. */
  readonly onStarted: (work: Stoppable) => void;
}

interface Stoppable {
  readonly order: (input: { readonly type: "stop" }) => Promise<unknown>;
  readonly force: () => Promise<void>;
}

const LOOK_MS = 60_000;

export async function residentEpic(
  world: WorkWorld,
  project: Project,
  wish: ResidentWish,
): Promise<Reply<TickEnd | null>> {
  const working = new Map<string, { readonly done: Promise<void>; run: Stoppable | null }>();
  let isStopping = false;
  const each = async (act: (run: Stoppable) => Promise<unknown>): Promise<void> => {
    await Promise.all([...working.values()].map(({ run }) => run && act(run)));
  };
  const begin = async (owed: Owed): Promise<void> => {
    const { writer, now, env } = wish;
    const worked = await workDispatched(world, project, {
      ...{ cwd: project.root, epic: owed.file, item: owed.item, worker: owed.worker, project: owed.project },
      ...{ now, env, writer },
      onSentence: (sentence) => wish.onSentence(`${owed.item}: ${sentence}`),
      onStarted: (run) => {
        const own = working.get(owed.id);
        if (own) own.run = run;
        if (isStopping) void run.order({ type: "stop" });
      },
    });
    if (!worked.ok) wish.onTrouble(worked.refusal);
    else if (worked.value.type === "stopped")
      wish.onSentence(`${owed.item} was stopped; \`reeve run ${owed.file}\` or the next tick here resumes it.`);
  };
  const start = async (owed: Owed): Promise<void> => {
    if (isStopping || working.has(owed.id)) return;
    const done = begin(owed).finally(() => working.delete(owed.id));
    working.set(owed.id, { done, run: null });
  };
  wish.onStarted({
    order: (input) => {
      isStopping = true;
      return each((run) => run.order(input));
    },
    force: () => each((run) => run.force()),
  });
  const ended = await followEpic(world, project, {
    ...wish,
    ...{ everyMs: LOOK_MS, isAwake: true, isResident: true, start },
  });
  await Promise.all([...working.values()].map(({ done }) => done));
  return ended;
}
