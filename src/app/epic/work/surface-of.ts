/** What came of an item's run, and where a person reviews it: a pull request, a pushed branch with a review file, or a document. Merges nothing. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Publication } from "../../../domain/delivery/surface.ts";
import type { Item } from "../../../systems/epic/body/epic-body.ts";
import { openPullRequests } from "../../deliver/open-pull-requests.ts";
import type { ReviewWriter } from "../../deliver/pull-requests.ts";
import { reviewRun, type Surfaces } from "../../deliver/read-review.ts";
import type { Review } from "../../deliver/review.ts";
import { type Project, shown } from "../../project/project.ts";

export interface WorkEnd {
  readonly type: "ended" | "stopped";
  readonly exit: string;
  readonly surface: string;
  readonly next: readonly string[];
  readonly branch?: string;
}

interface SurfaceWish {
  readonly item: Item;
  readonly run: string;
  readonly now: () => number;
  readonly writer: ReviewWriter;
  /** Its name on the remote: clones number their runs alike, dispatches have names of their own. */
  readonly branch: string;
}

export async function surfaceOf(world: Surfaces, project: Project, wish: SurfaceWish): Promise<WorkEnd> {
  const { item, run, now, writer } = wish;
  const reviewed = await reviewRun(project, { run, now: now() });
  if (!reviewed.ok)
    return { type: "ended", exit: `1 its run cannot be read: ${reviewed.refusal.what}`, surface: "", next: [] };
  const review = reviewed.value;
  const task = review.tasks[0];
  const next = (task?.concerns ?? []).flatMap((line) => /^next:\s*(\S.*)$/i.exec(line)?.[1] ?? []);
  if (task?.status !== "done")
    return { type: "ended", exit: `1 its task is ${task?.status ?? "gone"} in ${run}`, surface: "", next };
  const document = item.fields.path;
  if (review.run.branch === null) {
    const isThere = document !== undefined && existsSync(join(project.root, document));
    return { type: "ended", exit: "0", surface: isThere ? document : "", next };
  }
  const wishes = {
    run,
    now: now(),
    perTask: false,
    remote: undefined,
    branch: wish.branch,
    anyway: false,
    reviewToo: true,
  };
  const published = await openPullRequests(world, project, wishes, writer);
  if (!published.ok)
    return { type: "ended", exit: `1 it could not be published: ${published.refusal.what}`, surface: "", next };
  const file = shown(published.value.file, project.root);
  const where = surfaceText(published.value.publication, review, file);
  const surface = where !== "" && document !== undefined ? `${where}, ${document}` : where;
  return { type: "ended", exit: "0", surface, next, branch: branchOf(published.value.publication, review.run.branch) };
}

function branchOf(publication: Publication, own: string): string {
  const part = publication.type === "published" ? publication.parts[0] : undefined;
  return part === undefined || part.type === "refused" ? own : part.branch;
}

function surfaceText(publication: Publication, review: Review, file: string): string {
  if (publication.type === "failed") return "";
  if (publication.type === "no_remote") return `branch ${review.run.branch} (no remote to push to), review ${file}`;
  const [part] = publication.parts;
  if (part?.type === "proposed") return part.url;
  if (part?.type !== "pushed") return "";
  const where = part.review === undefined ? `review ${file}` : `review.md on ${part.review}`;
  return `branch ${part.branch} on ${publication.remote}, ${where}`;
}
