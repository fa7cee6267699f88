/**
 * Pushes what is proposed and opens its pull requests, one after the other, in their order: the base of a later one may
 * be the branch of an earlier one. What is on the remote already is brought up to date or left as it is.
 */
import type { Proposal, Publication, PublishedPart, PublishWish } from "../../domain/delivery/surface.ts";
import type { Git } from "../git/git.ts";
import { type GitHub, type GitHubAnswer, openGitHub } from "./github.ts";
import { pushBranch } from "./push-branch.ts";
import { pushNotes } from "./push-notes.ts";
import { pushReview, reviewBranch } from "./push-review.ts";
import { chooseRemote, lookAtRemote, type RemoteRefs } from "./remote.ts";

export interface PublishPlace {
  readonly git: Git;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export async function publish(
  place: PublishPlace,
  { remote: asked, proposals, review }: PublishWish,
): Promise<Publication> {
  const remote = await chooseRemote(place.git, asked);
  if (remote.type === "none") return { type: "no_remote", asked: remote.asked, sentence: remote.sentence };
  const branches = proposals.flatMap(({ branch, base }) =>
    base === null ? [branch, reviewBranch(branch)] : [branch, reviewBranch(branch), base],
  );
  const refs = await lookAtRemote(place.git, remote.name, branches);
  if ("sentence" in refs) return { type: "failed", sentence: refs.sentence };
  const github = await gitHubOf(place, remote.name);
  const parts: PublishedPart[] = [];
  for (const proposal of proposals) {
    const pushed = await pushBranch(place.git, remote.name, proposal, refs);
    if (pushed.type === "refused") {
      parts.push({ type: "refused", branch: proposal.branch, because: pushed.because });
      continue;
    }
    refs.heads.set(proposal.branch, proposal.commit);
    const part = await propose(github, proposal, refs);
    if (part.type !== "pushed" || review === undefined) {
      parts.push(part);
      continue;
    }
    const beside = await pushReview(place.git, remote.name, proposal, review, refs);
    parts.push({ ...part, ...(beside !== null && { review: beside }) });
  }
  const receipts = parts.every(({ type }) => type === "refused") ? undefined : await pushNotes(place.git, remote.name);
  return { type: "published", remote: remote.name, parts, ...(receipts !== undefined && { receipts }) };
}

async function gitHubOf({ git, cwd, env }: PublishPlace, remote: string): Promise<GitHubAnswer<GitHub>> {
  const url = await git.run(["remote", "get-url", "--push", "--", remote]);
  if (!url.ok) return { ok: false, because: `the address of ${remote} could not be read` };
  return openGitHub({ cwd, remoteUrl: url.out.trim(), env });
}

async function propose(github: GitHubAnswer<GitHub>, proposal: Proposal, refs: RemoteRefs): Promise<PublishedPart> {
  const { branch } = proposal;
  const pushed = (because: string): PublishedPart => ({ type: "pushed", branch, because });
  if (!github.ok) return pushed(github.because);
  const found = await github.value.find(branch);
  if (!found.ok) return pushed(found.because);
  if (found.value !== null) return { type: "proposed", branch, url: found.value, fresh: false };
  const base = proposal.base !== null && refs.heads.has(proposal.base) ? proposal.base : refs.standard;
  if (base === null) return pushed("the remote has no branch that it could be merged into");
  if (base === branch) return pushed("it is the branch that it would be merged into");
  const made = await github.value.create(proposal, base);
  return made.ok ? { type: "proposed", branch, url: made.value, fresh: true } : pushed(made.because);
}
