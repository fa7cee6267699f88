/**
 * Brings the proved work of a run into a branch of the person's. Only on request, only what is finished and green, and as
 * a whole or not at all. Who landed it is in the journal before anything is changed, and what came of it afterwards. Orders that wait and leave nothing
 * to do, as a skip of the last task does, are taken first.
 */

import type { Landing, LandWish as SurfaceWish } from "../../domain/delivery/surface.ts";
import { displaySafe } from "../../domain/words/display-safe.ts";
import type { LandingEnd } from "../../engine/run/inputs.ts";
import { JournalError } from "../../journal/journal-error.ts";
import { takeLastOrders } from "../orders/take-last-orders.ts";
import { giverHere } from "../person/giver.ts";
import { withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { writeRun } from "../project/write-run.ts";
import { publishReceipts } from "../receipts/publish-receipts.ts";
import { granted, type Reply, refused } from "../reply.ts";
import type { Fleets } from "../run/fleets.ts";
import { gitAccepted } from "./git-accepted.ts";
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
    const { changes, isAccepted } = await gitAccepted(project, surface, opened.place.dir, wish.trustGit);
    if (!isAccepted) return refused({ what: "git_changed", run: id, names: changes, wanted: "land" });
    // So that a clone can get them; what hinders that hinders no landing.
    await publishReceipts(project, id);
    const closing = review.receipts?.at(-1);
    const landing = await noted({ project, run: id, into, commit: head, trusted: changes, now: wish.now }, () =>
      surface.land({
        run: id,
        title: oneLine(title),
        branch,
        commit: head,
        into,
        base: wish.into === undefined ? (base?.commit ?? null) : null,
        how: wish.how,
        ...(closing?.kind === "run" && { receipt: closing.hash }),
      }),
    );
    if ("heldBy" in landing) return refused({ what: "held", run: id, holder: landing.heldBy });
    if (landing.type === "refused")
      return refused({ what: "landing_refused", sentence: landing.sentence, files: landing.files });
    return granted({ run: id, landing });
  });
}

interface Ordered {
  readonly project: Project;
  readonly run: string;
  readonly into: string;
  readonly commit: string;
  readonly trusted: readonly string[];
  readonly now: number;
}

/** Nobody else works on the run meanwhile. */
async function noted({ project, run, into, commit, trusted, now }: Ordered, act: () => Promise<Landing>) {
  const by = giverHere("reeve land");
  return writeRun(
    project,
    run,
    () => now,
    async (opened) => {
      await opened.submit({ type: "landing_begun", into, commit, by, ...(trusted.length > 0 && { trusted }) });
      const landing = await act();
      // What has landed has landed, also where that cannot be written down any more: git knows it.
      await opened.submit({ type: "landing_done", by, ...endOf(landing, into) }).catch(orThrow);
      return landing;
    },
  );
}

function orThrow(error: unknown): void {
  if (!(error instanceof JournalError)) throw error;
}

function endOf(landing: Landing, into: string): LandingEnd {
  if (landing.type === "landed") return { how: landing.how, into, from: landing.from, to: landing.to };
  if (landing.type === "already") return { how: "already", into, to: landing.at };
  return { how: "refused", into, sentence: landing.sentence };
}

/** The first line of a commit. */
function oneLine(text: string): string {
  return displaySafe(text).replace(/\s+/g, " ").trim();
}
