/** Resumes a run: files that were edited meanwhile are handed to it first, then a pause ends. */
import { withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply } from "../reply.ts";
import { giveOrder, type OrderGiven, type OrderWish } from "./give-order.ts";
import { type TakenFiles, takeFiles } from "./take-files.ts";

export interface Resumed {
  readonly files: TakenFiles;
  readonly given: OrderGiven;
}

export function resumeRun(project: Project, wish: Omit<OrderWish, "order">): Promise<Reply<Resumed>> {
  return withRun(project, wish.run, async ({ place, state }) => {
    const files = await takeFiles({ project, run: place.id, state, now: wish.now, opens: false });
    const given = await giveOrder(project, { ...wish, run: place.id, order: { type: "resume" } });
    return given.ok ? granted({ files, given: given.value }) : given;
  });
}
