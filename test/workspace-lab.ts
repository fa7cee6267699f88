/** Workspaces over a real repository in a temporary folder, for tests, and what of the user's must stay as it was. */
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openOwnGit, ownGitDir } from "../src/effects/git/own-git.ts";
import { openRepository, type Repository, resolveBase } from "../src/effects/git/repository.ts";
import { openWorkspaces, type WorkspacesOptions } from "../src/effects/workspace/open-workspaces.ts";
import type { Prepared, PrepareOrder, Sealed, Workspaces } from "../src/effects/workspace/workspaces.ts";
import { gitIn, type TestRepository } from "./repository.ts";

export interface WorkspaceLab {
  readonly workspaces: Workspaces;
  readonly repository: Repository;
  /** Where the task's agent works. */
  readonly dir: string;
  /** Throws where it does not become ready. */
  readonly ready: (order?: Partial<PrepareOrder>) => Promise<Prepared & { readonly type: "ready" }>;
  readonly sealed: (attempt?: string) => Promise<Sealed & { readonly type: "sealed" }>;
  /** Git in the task's worktree, as its agent would call it. */
  readonly git: (...args: string[]) => string;
  readonly write: (path: string, text: string) => void;
  readonly read: (path: string) => string;
}

export const RUN = "r1";
export const TASK = { attempt: "api.1", task: "api", title: "Add the API", number: 1, changeset: "keep" } as const;
export const BRANCH = "reeve/r1/api-add-the-api";
export const INTEGRATION = "reeve/r1/integration";

type LabOptions = Partial<WorkspacesOptions> & { readonly root?: string };

export async function aWorkspaceLab(
  { dir: checkout }: TestRepository,
  options: LabOptions = {},
): Promise<WorkspaceLab> {
  const { root = checkout, ...others } = options;
  const opened = await openRepository(root);
  if (!opened.ok) throw new Error(opened.message);
  const { repository } = opened;
  const found = await resolveBase(repository);
  if (!found.ok) throw new Error(found.message);
  const stateDir = others.stateDir ?? stateDirOf(repository.root);
  const own = await openOwnGit(repository, ownGitDir(join(stateDir, "runs", RUN)));
  if (!own.ok) throw new Error(own.failure.message);
  const workspaces = openWorkspaces({
    repository,
    own: own.own,
    stateDir,
    run: RUN,
    base: found.base,
    setup: [],
    parallel: 4,
    runSetup: async () => null,
    marker: markerOf(checkout),
    ...others,
  });
  const dir = workspaces.dirOf(TASK.task, TASK.title);
  return {
    workspaces,
    repository,
    dir,
    ready: async (order = {}) => {
      const prepared = await workspaces.prepare({ ...TASK, ...order });
      if (prepared.type === "failed") throw new Error(JSON.stringify(prepared.failure, null, 2));
      return prepared;
    },
    sealed: async (attempt = TASK.attempt) => {
      const sealed = await workspaces.seal({ ...TASK, attempt });
      if (sealed.type === "gone") throw new Error(sealed.message);
      if (sealed.type === "failed") throw new Error(JSON.stringify(sealed.failure, null, 2));
      return sealed;
    },
    git: (...args) => gitIn(dir, ...args),
    write: (path, text) => put(join(dir, path), text),
    read: (path) => readFileSync(join(dir, path), "utf8"),
  };
}

/** Unlike any other on this machine at this time: processes are ended by it. */
export function markerOf(checkout: string): string {
  return `lab-${createHash("sha256").update(checkout).digest("hex").slice(0, 16)}`;
}

/** Moves the integration branch on by one commit with these files; gives the commit. */
export function integrate(
  { git, dir }: TestRepository,
  files: Readonly<Record<string, string>>,
  message = "Integrate",
): string {
  const place = join(dirname(dir), "integrate");
  const plain = ["-c", "core.hooksPath=/dev/null", "-c", "commit.gpgSign=false"];
  git(...plain, "worktree", "add", "--quiet", "--detach", place, INTEGRATION);
  for (const [path, text] of Object.entries(files)) put(join(place, path), text);
  gitIn(place, ...plain, "add", "--all");
  gitIn(place, ...plain, "commit", "--quiet", "--message", message);
  const commit = gitIn(place, "rev-parse", "HEAD");
  git(...plain, "worktree", "remove", "--force", place);
  for (const ref of [`refs/reeve/integrated/${RUN}`, `refs/heads/${INTEGRATION}`])
    git(...plain, "update-ref", ref, commit);
  return commit;
}

/** Everything of the user's: files, index, HEAD, stash, refs, configuration, hooks. Equal: nothing was touched. */
export function usersState({ dir, git }: TestRepository): Readonly<Record<string, string>> {
  const own = (name: string) => hashOf(join(dir, ".git", name));
  const refs = git("for-each-ref", "--format=%(refname) %(objectname)").split("\n");
  const names = ["index", "HEAD", "config", "hooks", "info", "ORIG_HEAD", "FETCH_HEAD", "logs/HEAD", "logs/refs/stash"];
  return {
    ...Object.fromEntries(names.map((name) => [name, own(name)])),
    files: hashOf(dir, new Set([".git", ".reeve"])),
    refs: refs.filter((line) => !/^refs\/(heads\/)?reeve\//.test(line)).join("\n"),
    stash: git("stash", "list"),
  };
}

/** Reeve's own entry of the task's worktree, with its notes. */
export function ownAdmin(root: string): string {
  return join(root, ".reeve/runs", RUN, "git/worktrees", TASK.task);
}

export function stateDirOf(root: string): string {
  put(join(root, ".reeve", ".gitignore"), "*\n");
  return join(root, ".reeve");
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function hashOf(path: string, without: ReadonlySet<string> = new Set()): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return "";
  if (found.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  const hash = createHash("sha256");
  if (found.isFile()) hash.update(`${found.mtimeMs} ${found.mode}`).update(readFileSync(path));
  else for (const name of readdirSync(path)) if (!without.has(name)) hash.update(name).update(hashOf(join(path, name)));
  return hash.digest("hex");
}
