/**
 * The run's work on a remote, with pull requests where that can be done, and always as a review file beside the journal.
 * A run that is not finished or not green is proposed as a draft, and only if that is asked for.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Publication } from "../../domain/delivery/surface.ts";
import { maskSecrets, maskText } from "../../domain/secrets/mask-secrets.ts";
import { writeWholeSync } from "../../effects/files/write-whole.ts";
import { giverHere } from "../person/giver.ts";
import { noteInRun } from "../project/note-in-run.ts";
import { withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { publishReceipts } from "../receipts/publish-receipts.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { gitAccepted } from "./git-accepted.ts";
import { obstacleOf } from "./obstacle.ts";
import { pullRequestsOf, type ReviewWriter } from "./pull-requests.ts";
import { type ReviewWish, readReview, type Surfaces } from "./read-review.ts";

export interface PullRequestWish extends ReviewWish {
  readonly perTask: boolean;
  /** Undefined: `origin`, or the only one there is. */
  readonly remote: string | undefined;
  /** Another name on the remote than here; of tasks the part before the task's own. */
  readonly branch: string | null;
  /** As a draft, even if the run is not finished or not green. */
  readonly anyway: boolean;
  /** What steers git was changed since the run began, and the person says that it is fine. */
  readonly trustGit?: boolean;
  /** The review goes to the remote too where no pull request shows it: other machines have no file of this one. */
  readonly reviewToo?: boolean;
}

export interface Published {
  readonly publication: Publication;
  /** The review, in a file. */
  readonly file: string;
}

/** `writer` words the review: pull requests are read by people. */
export function openPullRequests(
  world: Surfaces,
  project: Project,
  wish: PullRequestWish,
  writer: ReviewWriter,
): Promise<Reply<Published>> {
  return withRun(project, wish.run, async (opened) => {
    const { perTask, remote, branch, anyway } = wish;
    const review = await readReview(opened, wish.now);
    const obstacle = obstacleOf(review, { holder: await project.runs.holder(opened.place.id), partial: false });
    const isHopeless = obstacle?.kind === "no_branch" || obstacle?.kind === "empty";
    if (obstacle && (isHopeless || !anyway)) return refused({ what: "not_ready", obstacle, wanted: "propose" });
    // What leaves this machine is what was said about the work, in files that may be called anything.
    const proposals = maskSecrets(pullRequestsOf(review, { perTask, branch, draft: obstacle !== null }, writer));
    if (proposals.length === 0) return refused({ what: "nothing_merged", run: review.run.id });
    const surface = await world.openSurface(project);
    const { changes, isAccepted } = await gitAccepted(project, surface, opened.place.dir, wish.trustGit);
    if (!isAccepted) return refused({ what: "git_changed", run: review.run.id, names: changes, wanted: "propose" });
    const file = join(opened.place.dir, "review.md");
    const text = maskText(writer.ofRun(review));
    writeWholeSync(file, text, { mode: 0o600 });
    await publishReceipts(project, review.run.id);
    const by = giverHere("reeve review --open-pr");
    const trusted = changes.length > 0 ? { trusted: changes } : {};
    const branches = proposals.map(({ branch: each }) => each);
    const note = { type: "publishing_begun", branches, by, ...trusted } as const;
    await noteInRun(project, review.run.id, note, { name: randomUUID(), now: wish.now });
    const publication = await surface.publish({
      proposals,
      ...(remote === undefined ? {} : { remote }),
      ...(wish.reviewToo && { review: text }),
    });
    return granted({ publication, file });
  });
}
