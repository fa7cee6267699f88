/** `reeve review --open-pr`: the run's work on a remote, with pull requests where that can be done. */
import { openPullRequests } from "../../../app/deliver/open-pull-requests.ts";
import type { Surfaces } from "../../../app/deliver/read-review.ts";
import { type Project, shown } from "../../../app/project/project.ts";
import type { Publication, PublishedPart } from "../../../domain/delivery/surface.ts";
import { markdownWriter } from "../../review/review-markdown.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type Io, print, printErr, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import type { ReviewOptions } from "./review.ts";

export async function openPr(io: Io, world: Surfaces, project: Project, options: ReviewOptions): Promise<ExitCode> {
  const { run, json, perTask = false, remote, branch = null, yes: anyway = false, trustGit = false } = options;
  const wish = { run, now: io.now(), perTask, remote, branch, anyway, trustGit };
  const published = await openPullRequests(world, project, wish, markdownWriter);
  if (!published.ok) return refuse(io, json, published.refusal);
  const { publication, file } = published.value;
  if (json) printJson(io, { ...publication, file });
  else report(io, publication, shown(file, io.cwd));
  return exitOf(publication);
}

function report(io: Io, publication: Publication, file: string): void {
  const written = `The review is in ${file}.`;
  if (publication.type !== "published") {
    printErr(io, `reeve: ${publication.sentence}`);
    return print(io, [written]);
  }
  const { remote, parts } = publication;
  const refused = parts.filter((part) => part.type === "refused");
  for (const part of refused) printErr(io, `reeve: ${part.branch} was not pushed: ${part.because}.`);
  if (publication.receipts) printErr(io, `reeve: The receipts were not pushed: ${publication.receipts}.`);
  const good = parts.filter((part) => part.type !== "refused");
  const lacking = good.some((part) => part.type === "pushed") || refused.length > 0;
  print(io, [...lines(good, remote), ...(lacking ? [written] : [])]);
}

function lines(parts: readonly PublishedPart[], remote: string): string[] {
  const pushed = parts.filter((part) => part.type === "pushed");
  const reasons = new Set(pushed.map((part) => part.because));
  return [
    ...parts.flatMap((part) => (part.type === "proposed" ? [proposedLine(part.branch, part.url, part.fresh)] : [])),
    ...pushed.map((part) => `Pushed ${part.branch} to ${remote}${reasons.size === 1 ? "." : `: ${part.because}.`}`),
    ...(reasons.size === 1 ? [`No pull request was opened: ${[...reasons][0]}.`] : []),
  ];
}

function proposedLine(branch: string, url: string, fresh: boolean): string {
  return fresh ? `Opened ${url} for ${branch}.` : `${url} is up to date with ${branch}.`;
}

function exitOf(publication: Publication): ExitCode {
  if (publication.type === "no_remote") return publication.asked ? EXIT.badInput : EXIT.ok;
  if (publication.type === "failed") return EXIT.failed;
  return publication.parts.some((part) => part.type === "refused") ? EXIT.failed : EXIT.ok;
}
