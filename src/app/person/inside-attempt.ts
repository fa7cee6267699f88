/**
 * Whether an order comes from inside an attempt, and not from a person: by a mark or a brand of its process or of one
 * above it, by the session of a live agent, by its folder or by where its output goes. Reads only; what follows is `refuse-agents.ts`.
 */
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { folderNamed, readKept } from "../../effects/processes/attempt-folder.ts";
import { brandAt, brandOf } from "../../effects/processes/table/brand.ts";
import { type Origin, originOf } from "../../effects/processes/table/lineage.ts";
import { processTable } from "../../effects/processes/table/process-table.ts";
import { type Project, projectAt } from "../project/project.ts";

export interface Inside {
  /** Of the attempts it belongs to, outermost first; empty where only its place shows that it is none of a person. */
  readonly marks: readonly string[];
  readonly by: "mark" | "brand" | "session" | "place";
}

/** `pid`: who gives it. */
export async function insideAttempt(project: Project, pid = process.pid): Promise<Inside | null> {
  const origin = await originOf(pid);
  if (origin.marks.length > 0) return { marks: origin.marks, by: "mark" };
  const live = await liveAgents(project);
  const branded = live.filter(({ mark }) => origin.brands.includes(brandOf(mark)));
  if (origin.brands.length > 0) return { marks: branded.map(({ mark }) => mark), by: "brand" };
  const group = live.filter(({ pid }) => origin.groups.includes(pid));
  if (group.length > 0) return { marks: group.map(({ mark }) => mark), by: "session" };
  const isSeen = live.length === 0 || live.every(cannotHide);
  return !isSeen && isAtWorkHere(project, origin) ? { marks: [], by: "place" } : null;
}

/** All that such an agent starts shows its brand. Whoever does not is a person, wherever they are: in its worktree too. */
function cannotHide({ pid }: LiveAgent): boolean {
  return process.getuid?.() !== 0 && brandAt(pid) !== "";
}

interface LiveAgent {
  readonly mark: string;
  readonly pid: number;
}

/** Of all runs, boards and epics of the project, by what their keepers noted and the process table. */
async function liveAgents({ stateDir }: Project): Promise<readonly LiveAgent[]> {
  const choice = processTable();
  if (!choice.ok) return [];
  const open = runsIn(stateDir)
    .flatMap((dir) => [dir, join(dir, "checks")])
    .flatMap(openAttempts);
  const found = await Promise.all(
    open.map(async ({ dir, name }): Promise<readonly LiveAgent[]> => {
      const folder = folderNamed(dir, name);
      const agent = (await readKept(folder).catch(() => undefined))?.agent;
      if (agent === undefined) return [];
      const [now] = await choice.table.find([agent.pid]);
      return now !== undefined && now.startTime === agent.startTime ? [{ mark: folder.mark, pid: agent.pid }] : [];
    }),
  );
  return found.flat();
}

/** Where attempts are: of runs, of boards, of epics' items, and of those whom a tick asks. */
const KINDS = ["runs", "kanban", "epic/runs", "epic/asked"];

/** Folders of attempts of which nobody has published an end. */
function openAttempts(dir: string): readonly { readonly dir: string; readonly name: string }[] {
  const ended = new Set(namesIn(join(dir, "exits")));
  return namesIn(join(dir, "attempts")).flatMap((name) => (ended.has(name) ? [] : [{ dir, name }]));
}

export interface HandIn {
  readonly name: string;
  readonly mark: string;
  readonly handIn: string;
}

/** Of attempts whose folders can be seen from here; behind walls, that is one. */
export function handInsIn(stateDir: string): readonly HandIn[] {
  return runsIn(stateDir)
    .flatMap(openAttempts)
    .map(({ dir, name }) => ({ name, ...folderNamed(dir, name) }));
}

function runsIn(stateDir: string): readonly string[] {
  if (!existsSync(stateDir)) return [];
  const root = realpathSync(stateDir);
  return KINDS.flatMap((kind) => namesIn(join(root, kind)).map((name) => join(root, kind, name)));
}

/** The project whose worktree this is in, although the worktree may look like a project of its own. */
export function aroundWorktree(cwd: string): Project | null {
  for (let dir = realpathSync(cwd); dirname(dir) !== dir; dir = dirname(dir)) {
    const run = dirname(dir);
    const stateDir = dirname(dirname(run));
    const isWorktree = basename(dirname(run)) === "worktrees" && existsSync(join(stateDir, "runs", basename(run)));
    if (isWorktree) return projectAt(dirname(stateDir), stateDir);
  }
  return null;
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** Where only agents, gates and what they start are, and what only their output leads to. */
const AGENTS_PLACES = /^(epic\/)?(worktrees\/|(runs|kanban|asked)\/[^/]+\/(checks\/)?(attempts|pipes)(\/|$))/;

function isAtWorkHere({ stateDir }: Project, { places }: Origin): boolean {
  const root = realpathSync(stateDir);
  return places.some((place) => AGENTS_PLACES.test(relative(root, place)));
}
