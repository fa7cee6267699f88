/** The epics of a project: found by path or id, opened where they are kept. Looks only. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "../../domain/spec/config.ts";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import type { BodyStore } from "../../systems/epic/store/body-store.ts";
import { openFileStore } from "../../systems/epic/store/file-store.ts";
import { type GitByAgents, gitByAgents } from "../project/git-by-agents.ts";
import { type Project, projectAt, shown } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { EPICS_DIR } from "./has-epics.ts";

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
  const found = known.find(({ id }) => id === named);
  if (found) return granted(found.path);
  return refused({ what: "no_epic", epic: named, known: known.map(({ id }) => id) });
}

export interface KnownEpic {
  readonly id: string;
  readonly path: string;
  readonly text: string;
}

/** Those in the folder of epics; files that are none are left out. */
export function listEpics({ root }: Project): readonly KnownEpic[] {
  const dir = join(root, EPICS_DIR);
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile() || !/\.md$/i.test(entry.name)) return [];
    const path = join(dir, entry.name);
    const text = readFileSync(path, "utf8");
    if (!/^\uFEFF?---[ \t]*\r?$/m.test(text.slice(0, 8))) return [];
    const id = /^id:[ \t]*["']?([^"'\r\n#]+?)["']?[ \t]*(?:#.*)?$/m.exec(text.slice(0, 4_000))?.[1];
    return [{ id: id ?? entry.name.replace(/\.md$/i, ""), path, text }];
  });
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
