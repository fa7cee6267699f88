/**
 * No link that the task made or changed leads out of the repository, or into git's own folder: whoever checks it out
 * would read and write there through it. Nor does one lead to a repository that nobody else has. A link that was there before is
 * the person's own.
 */
import type { Failure } from "../../../domain/proof/failure.ts";
import type { Git } from "../../git/git.ts";
import { gateResult } from "../gate-result.ts";
import type { FinishedWork, GateAnswer } from "./grounding-gates.ts";
import { findInnerLinks, type Raw } from "./inner-links.ts";

export async function linksGate({ sealed, strayLinks }: FinishedWork): Promise<GateAnswer> {
  if (!sealed) return [gateResult("links", "skipped", "Without git, Reeve cannot tell which links are new.")];
  const found = await strayLinks();
  if ("failure" in found) return found;
  const [inner] = found.unnamed;
  if (inner !== undefined) {
    const message = `${inner} is a repository of its own: git records only which commit it stands on, and nobody else has that commit. Remove ${inner}/.git so that its files count, or add it with \`git submodule add\`.`;
    return [gateResult("links", "failed", message, { evidence: found.unnamed })];
  }
  if (found.refused !== null) {
    const message =
      "Git would not go by .gitmodules as it is, and servers refuse it: see the evidence, then mend or remove it.";
    return [gateResult("links", "failed", message, { evidence: [found.refused] })];
  }
  if (found.links.length === 0) return [gateResult("links", "passed", "No new link leads out of the workspace.")];
  const message = `${found.links.length === 1 ? "A new link leads" : `${found.links.length} new links lead`} out of the workspace: remove ${found.links.length === 1 ? "it" : "them"}, or link to a file of the repository.`;
  return [gateResult("links", "failed", message, { evidence: found.links })];
}

export type StrayLinks =
  | {
      readonly links: readonly string[];
      /** Repositories inside, of which nothing says where they come from. */
      readonly unnamed: readonly string[];
      /** Why git would not go by `.gitmodules`. */
      readonly refused: string | null;
    }
  | { readonly failure: Failure };

export interface LinkRange {
  readonly git: Git;
  readonly base: string;
  readonly commit: string;
  readonly toProject: (path: string) => string;
}

const LINKS_MAX = 2_000;

/** Each as `path -> target`. */
export async function findStrayLinks(range: LinkRange): Promise<StrayLinks> {
  const { git, base, commit, toProject } = range;
  const args = ["diff-tree", "-r", "--raw", "--no-abbrev", "--no-renames", "-z", base, commit, "--"];
  const diff = await git.run(args);
  if (!diff.ok) return { failure: diff.failure };
  const changed = changedIn(diff.out);
  const inner = await findInnerLinks(git, range, changed);
  if ("failure" in inner) return inner;
  const outside = await linksOutside(range, changed.filter(({ mode }) => mode === "120000").slice(0, LINKS_MAX));
  return "failure" in outside ? outside : { ...outside, ...inner, unnamed: inner.unnamed.map(toProject) };
}

type Outside = { readonly links: readonly string[] } | { readonly failure: Failure };

async function linksOutside({ git, commit, toProject }: LinkRange, links: readonly Changed[]): Promise<Outside> {
  if (links.length === 0) return { links: [] };
  const input = links.map(({ path }) => `${commit}:${path}\0`).join("");
  const followed = await git.run(["cat-file", "--batch-check", "--follow-symlinks", "-z"], { input });
  if (!followed.ok) return { failure: followed.failure };
  const outside = outsideOf(followed.out, links.length);
  const found: string[] = [];
  for (const [at, { path, id }] of links.entries()) {
    const target = await git.run(["cat-file", "blob", id]);
    if (!target.ok) return { failure: target.failure };
    if (outside[at] || leadsIntoGit(path, target.out)) found.push(`${toProject(path)} -> ${target.out}`);
  }
  return { links: found };
}

interface Changed extends Raw {
  readonly id: string;
}

/** Of `:<mode> <mode> <id> <id> <status>`, each with a path after it. */
function changedIn(raw: string): readonly Changed[] {
  const fields = raw.split("\0");
  return fields.flatMap((field, at) => {
    const [was = "", mode = "", , id = ""] = field.slice(1).split(" ");
    return at % 2 === 0 && mode !== "" ? [{ path: fields[at + 1] ?? "", was, mode, id }] : [];
  });
}

/** One answer per link; of some it has a second part, so many bytes long. */
function outsideOf(out: string, count: number): readonly boolean[] {
  const found: boolean[] = [];
  let rest = out;
  for (let at = 0; at < count; at += 1) {
    const end = rest.indexOf("\n");
    const [, kind, length] = /^(symlink|dangling|loop|notdir) (\d+)$/.exec(rest.slice(0, end)) ?? [];
    found.push(kind === "symlink" || kind === "loop");
    rest = Buffer.from(rest.slice(end + 1), "utf8")
      .subarray(length === undefined ? 0 : Number(length) + 1)
      .toString("utf8");
  }
  return found;
}

function leadsIntoGit(path: string, target: string): boolean {
  const parts = path.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.some((part) => part.toLowerCase() === ".git");
}
