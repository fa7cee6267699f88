/**
 * Merges two commits in git's object store alone: no index, no worktree, so there is nothing that could be half merged.
 * It reads what git says about the merge; what becomes of it is decided elsewhere.
 */
import type { Failure } from "../../domain/proof/failure.ts";
import type { Git } from "../git/git.ts";

export type Merged =
  | { readonly type: "clean"; readonly tree: string }
  | { readonly type: "conflict"; readonly tree: string; readonly files: readonly ConflictFile[] }
  | { readonly type: "failed"; readonly failure: Failure };

export interface ConflictFile {
  /** From the top of the repository. */
  readonly path: string;
  readonly base: Version | null;
  readonly ours: Version | null;
  readonly theirs: Version | null;
  /** What git says about it, one sentence each. */
  readonly messages: readonly string[];
}

export interface Version {
  readonly mode: string;
  readonly id: string;
}

export interface Sides {
  readonly ours: string;
  readonly theirs: string;
}

/** Conflict markers as git writes them by default, whatever the user prefers: they are read again here. */
const STYLE = ["-c", "merge.conflictStyle=merge"];
const CONFLICT = 1;

export async function mergeTrees(git: Git, { ours, theirs }: Sides, signal?: AbortSignal): Promise<Merged> {
  const args = [...STYLE, "merge-tree", "--write-tree", "--messages", "-z", ours, theirs];
  const done = await git.run(args, { okCodes: [CONFLICT], ...(signal && { signal }) });
  if (!done.ok) return { type: "failed", failure: done.failure };
  const [tree = ""] = done.out.split(/[\0\n]/, 1);
  // Git ends with the code of a conflict, too, where one side is nothing it knows.
  if (!/^[0-9a-f]{40,64}$/.test(tree)) return { type: "failed", failure: unknownCommit(theirs, ours) };
  if (done.code !== CONFLICT) return { type: "clean", tree };
  return { type: "conflict", tree, files: readConflicts(done.out, { ours, theirs }) };
}

function unknownCommit(theirs: string, ours: string): Failure {
  return {
    class: "git_state",
    restart: "persistent",
    subject: theirs,
    message: `Git cannot merge ${theirs} into ${ours}: one of them is no commit of this repository. Retry the task; if it happens again, look at the repository with \`git fsck\`.`,
    evidence: [],
  };
}

/**
 * `<tree> NUL (<mode> <id> <stage> TAB <path> NUL)* NUL (<count> NUL (<path> NUL)* <kind> NUL <message> NUL)*`.
 * Git puts the name of a side behind a path that cannot exist twice (`notes~<commit>`); it is taken off again.
 */
function readConflicts(out: string, sides: Sides): readonly ConflictFile[] {
  const fields = out.split("\0").slice(1);
  const end = fields.indexOf("");
  const files = new Map<string, Draft>();
  for (const field of fields.slice(0, end < 0 ? fields.length : end)) addStage(files, field, sides);
  if (end >= 0) addMessages(files, fields.slice(end + 1), sides);
  return [...files.values()];
}

interface Draft {
  path: string;
  base: Version | null;
  ours: Version | null;
  theirs: Version | null;
  messages: string[];
}

const STAGES = { "1": "base", "2": "ours", "3": "theirs" } as const;

function addStage(files: Map<string, Draft>, field: string, sides: Sides): void {
  const [, mode, id, stage, path] = /^(\d+) ([0-9a-f]+) ([123])\t([\s\S]+)$/.exec(field) ?? [];
  if (!mode || !id || !stage || !path) return;
  draftOf(files, plainPath(path, sides))[STAGES[stage as keyof typeof STAGES]] = { mode, id };
}

function addMessages(files: Map<string, Draft>, fields: readonly string[], sides: Sides): void {
  for (let at = 0; at < fields.length; ) {
    const count = Number(fields[at]);
    if (!Number.isInteger(count) || fields[at] === "") return;
    const paths = fields.slice(at + 1, at + 1 + count);
    const [kind = "", message = ""] = fields.slice(at + 1 + count);
    at += count + 3;
    if (!kind.startsWith("CONFLICT")) continue;
    for (const path of new Set(paths.map((each) => plainPath(each, sides))))
      files.get(path)?.messages.push(inWords(message.trim(), sides));
  }
}

function draftOf(files: Map<string, Draft>, path: string): Draft {
  const draft = files.get(path) ?? { path, base: null, ours: null, theirs: null, messages: [] };
  files.set(path, draft);
  return draft;
}

function plainPath(path: string, { ours, theirs }: Sides): string {
  const at = path.lastIndexOf("~");
  const side = path.slice(at + 1).replace(/_\d+$/, "");
  return at > 0 && (side === ours || side === theirs) ? path.slice(0, at) : path;
}

/** Git calls the sides what it was given. */
export function inWords(text: string, { ours, theirs }: Sides): string {
  return text
    .replaceAll(`~${ours}`, "")
    .replaceAll(`~${theirs}`, "")
    .replaceAll(ours, INTEGRATED)
    .replaceAll(theirs, TASK);
}

export const INTEGRATED = "integrated";
export const TASK = "this task";
