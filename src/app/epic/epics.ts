/** The epics of a project: found by path or id, opened where they are kept. Looks only. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "../../domain/spec/config.ts";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import type { BodyStore, StoreRead } from "../../systems/epic/store/body-store.ts";
import { openFileStore, readText } from "../../systems/epic/store/file-store.ts";
import { type GitByAgents, gitByAgents } from "../project/git-by-agents.ts";
import { type Project, projectAt, shown } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { EPICS_DIR, hasEpics } from "./has-epics.ts";

/** A store of its own: its workers' runs are not those of plans. */
export function epicDir({ stateDir }: Project): string {
  return join(stateDir, "epic");
}

export function epicProject(project: Project): Project {
  return projectAt(project.root, epicDir(project));
}

export function locksDir(project: Project): string {
  return join(epicDir(project), "locks");
}

/** Absolute. By path, seen from where the person stands or from the project; or by id, in the folder of epics. */
export function findEpic(project: Project, cwd: string, named: string): Reply<string> {
  for (const path of [resolve(cwd, named), resolve(project.root, named)])
    if (existsSync(path) && /\.md$/i.test(path)) return granted(path);
  const known = listEpics(project);
  const [found, other] = known.filter(({ id }) => id === named);
  if (found && other) return refused({ what: "epic_unusable", sentence: twice(project, named, [found, other]) });
  if (found) return granted(found.path);
  return refused({ what: "no_epic", epic: named, known: known.map(({ id }) => id) });
}

function twice({ root }: Project, id: string, both: readonly KnownEpic[]): string {
  const files = both.map(({ path }) => shown(path, root));
  return `${files.join(" and ")} both have the id ${id}. Name the file you mean, or give one of them another id.`;
}

export interface KnownEpic {
  readonly id: string;
  readonly path: string;
  /** Or why there is none. */
  readonly read: StoreRead;
}

/** Those in the folder of epics; files that are none are left out. */
export function listEpics(project: Project): readonly KnownEpic[] {
  if (!hasEpics(project)) return [];
  const { root } = project;
  const dir = join(root, EPICS_DIR);
  return readdirSync(dir).flatMap((name): KnownEpic[] => {
    const path = join(dir, name);
    if (!/\.md$/i.test(name) || !isFile(path)) return [];
    const read = readText(path, shown(path, root));
    const named = name.replace(/\.md$/i, "");
    if (!read.ok) return [{ id: named, path, read }];
    if (!/^\uFEFF?---[ \t]*\r?$/m.test(read.text.slice(0, 8))) return [];
    const id = /^id:[ \t]*["']?([^"'\r\n#]+?)["']?[ \t]*(?:#.*)?$/m.exec(read.text.slice(0, 4_000))?.[1];
    return [{ id: id ?? named, path, read }];
  });
}

/** A link to a file is one; a link to nothing, or to itself, is none. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export async function openStore(project: Project, config: Config, path: string): Promise<BodyStore> {
  const file = shown(path, project.root);
  if (!config.epic.git) return openFileStore({ path, file, locksDir: locksDir(project) });
  const [{ openGit }, { openGitStore }] = await Promise.all([
    import("../../effects/git/git.ts"),
    import("../../systems/epic/store/git-store.ts"),
  ]);
  const steered = (await gitByAgents(project)) ?? (await gitByAgents(epicProject(project)));
  if (steered !== null) return untalking(file, steered);
  const git = openGit(project.root);
  const answer = await git.run(["rev-parse", "--show-toplevel"]);
  return openGitStore({ git, toplevel: answer.ok ? answer.out.trim() : project.root, path, file });
}

/** Nothing is fetched or pushed by what an agent may have configured. */
function untalking(file: string, { run, names }: GitByAgents): BodyStore {
  const shownNames = names.slice(0, 5).join(", ") + (names.length > 5 ? ", …" : "");
  const sentence = `What steers git here was changed while agents of ${run} worked: ${shownNames}. Nothing is fetched or pushed by it. Look at it (\`git config --show-origin --list\`) and undo what is not yours; if all of it is, run \`reeve tick ${file} --trust-git\`.`;
  const failed = { type: "failed", sentence } as const;
  return { file, read: async () => ({ ok: false, sentence }), write: async () => failed };
}

/** What steers git is the person's, as it is now: for runs of plans, and for those of epics. */
export async function trustGitForEpics(project: Project): Promise<void> {
  const { trustGit } = await import("../../effects/git/trusted-git.ts");
  for (const { stateDir } of [project, epicProject(project)]) {
    makeFolderSync(stateDir);
    await trustGit(project.root, stateDir);
  }
}
