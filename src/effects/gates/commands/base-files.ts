/** Files as a commit has them, and the gates that commit's pages name. Read from git, never from a worktree. */
import { join } from "node:path";
import type { Failure } from "../../../domain/proof/failure.ts";
import type { CommandCheck } from "../../../domain/spec/plan.ts";
import { readIfThere } from "../../files/foreign-file.ts";
import { isCode, isOperating } from "../../files/operating-error.ts";
import type { Git } from "../../git/git.ts";
import { storeProblem } from "../check/check-failure.ts";
import { qualityGatesIn } from "./quality-gates.ts";

const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** Of these the first that has the section counts. */
const PAGES = ["AGENTS.md", "CLAUDE.md"] as const;

export type TextFound =
  | { readonly ok: true; readonly text: string | undefined }
  | { readonly ok: false; readonly failure: Failure };

/** `path` is relative to `root`, the project. Undefined where the commit has no such file, or a huge one. */
export async function textAt(git: Git, root: string, commit: string, path: string): Promise<TextFound> {
  const name = `${commit}:./${path}`;
  const size = await git.run(["cat-file", "-s", name], { cwd: root, okCodes: [128] });
  if (!size.ok) return size;
  if (size.code !== 0 || Number(size.out) > FILE_BYTES_MAX) return { ok: true, text: undefined };
  const blob = await git.run(["cat-file", "blob", name], { cwd: root, okCodes: [128] });
  if (!blob.ok) return blob;
  return { ok: true, text: blob.code === 0 ? blob.out : undefined };
}

export type GatesFound =
  | { readonly ok: true; readonly gates: readonly CommandCheck[] }
  | { readonly ok: false; readonly failure: Failure };

/** The gates the repository names at a commit. An agent that changes the page in its worktree changes none of them. */
export function openGateFinder(git: Git, root: string): (commit: string) => Promise<GatesFound> {
  const known = new Map<string, Promise<GatesFound>>();
  return async (commit) => {
    const finding = known.get(commit) ?? findGates((page) => textAt(git, root, commit, page));
    known.set(commit, finding);
    const found = await finding;
    if (!found.ok) known.delete(commit);
    return found;
  };
}

const PAGE_BYTES_MAX = 4 * 1024 * 1024;

/** Without git: as the pages are when this is called, which should be before any agent works. */
export async function findGatesInFolder(root: string): Promise<GatesFound> {
  return await findGates(async (page) => {
    try {
      return { ok: true, text: await readIfThere(join(root, page), PAGE_BYTES_MAX, { follow: true }) };
    } catch (error) {
      if (["ENOENT", "EISDIR", "ENOTDIR"].some((code) => isCode(error, code))) return { ok: true, text: undefined };
      if (!isOperating(error)) throw error;
      return { ok: false, failure: storeProblem(error, join(root, page)) };
    }
  });
}

async function findGates(read: (page: string) => Promise<TextFound>): Promise<GatesFound> {
  for (const page of PAGES) {
    const found = await read(page);
    if (!found.ok) return found;
    const gates = found.text === undefined ? [] : qualityGatesIn(found.text);
    if (gates.length > 0) return { ok: true, gates };
  }
  return { ok: true, gates: [] };
}
