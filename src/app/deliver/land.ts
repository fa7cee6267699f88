/**
 * Brings the proved work of a run into a branch of the person's. Only on request, only what is finished and green, and as
 * a whole or not at all. Of the landing it records nothing: git knows what has landed. Orders that wait and leave nothing
 * to do, as a skip of the last task does, are taken first.
 */

import type { Landing, LandWish as SurfaceWish } from "../../domain/delivery/surface.ts";
import { displaySafe } from "../../domain/words/display-safe.ts";
import { takeLastOrders } from "../orders/take-last-orders.ts";
import { withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { publishReceipts } from "../receipts/publish-receipts.ts";
import { granted, type Reply, refused } from "../reply.ts";
import type { Fleets } from "../run/fleets.ts";
import { obstacleOf } from "./obstacle.ts";
import { type ReviewWish, readReview, type Surfaces } from "./read-review.ts";

export interface LandWish extends ReviewWish {
  /** Undefined: the branch the run began from. */
  readonly into: string | undefined;
  readonly how: SurfaceWish["how"];
  /** Even if some tasks were not done. */
  readonly partial: boolean;
  /** What steers git was changed since the run began, and the person says that it is fine. */
  readonly trustGit?: boolean;
}

export interface Landed {
  readonly run: string;
  readonly landing: Exclude<Landing, { type: "refused" }>;
}

export async function land(world: Surfaces & Fleets, project: Project, wish: LandWish): Promise<Reply<Landed>> {
  await takeLastOrders(world, project, wish.run);
  return withRun(project, wish.run, async (opened) => {
    const review = await readReview(opened, wish.now);
    const { id, title, branch, head, base } = review.run;
    const obstacle = obstacleOf(review, { holder: await project.runs.holder(opened.place.id), partial: wish.partial });
    if (obstacle) return refused({ what: "not_ready", obstacle, wanted: "land" });
    const into = wish.into ?? base?.branch ?? null;
    if (branch === null || head === null || into === null) return refused({ what: "no_branch_to_land_into", run: id });
    const surface = await world.openSurface(project);
    const changes = wish.trustGit ? [] : await surface.gitChanges(opened.place.dir);
    if (changes.length > 0) return refused({ what: "git_changed", run: id, names: changes, wanted: "land" });
    // So that a clone can get them; what hinders that hinders no landing.
    await publishReceipts(project, id);
    const closing = review.receipts?.at(-1);
    const landing = await surface.land({
      run: id,
      title: oneLine(title),
      branch,
      commit: head,
      into,
      base: wish.into === undefined ? (base?.commit ?? null) : null,
      how: wish.how,
      ...(closing?.kind === "run" && { receipt: closing.hash }),
    });
    if (landing.type === "refused")
      return refused({ what: "landing_refused", sentence: landing.sentence, files: landing.files });
    return granted({ run: id, landing });
  });
}

/** The first line of a commit. */
function oneLine(text: string): string {
  return displaySafe(text).replace(/\s+/g, " ").trim();
}
