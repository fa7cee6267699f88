/** Works a board until it is complete, halted, failed or stopped. One Reeve at a time; a run that was interrupted is taken up again. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "../../domain/spec/config.ts";
import type { KanbanAgent, KanbanRole } from "../../domain/spec/kanban-config.ts";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { ownFolder } from "../../effects/files/state-folder.ts";
import type { Lease, Runs } from "../../journal/runs.ts";
import { fallbackAgent } from "../../plan/check-agents.ts";
import { BoardFiles } from "../../systems/kanban/files/board-files.ts";
import type { BoardRole } from "../../systems/kanban/files/task-file.ts";
import type { LoopOptions } from "../../systems/kanban/loop/loop-options.ts";
import type { LoopRunner } from "../../systems/kanban/loop/loop-system.ts";
import type { Loop, LoopEnd, LoopEvent } from "../../systems/kanban/loop/loop-types.ts";
import { type Briefs, BUILT_IN_BRIEFS } from "../../systems/kanban/loop/prompt.ts";
import { loadConfig } from "../project/load.ts";
import { ignoreByGit, type Project } from "../project/project.ts";
import { granted, orJournalTrouble, type Reply, refused } from "../reply.ts";
import { lookAtWalls } from "../run/look-at-walls.ts";
import { boardPath, boardRuns, boardsDir, listBoards } from "./boards.ts";

/** Builds the runner of a board with real agents, from outside. */
export interface Boards {
  readonly openBoard: (wish: BoardWish) => Promise<LoopRunner>;
}

export type BoardWish = Pick<
  LoopOptions,
  "run" | "project" | "runDir" | "files" | "agents" | "briefs" | "retriesMax" | "doneAgain" | "instruction"
> & {
  readonly runs: Runs;
  readonly lease: Lease;
  readonly orphanMinutes: number;
  /** Whose board it is, and how its agents are enclosed. */
  readonly of: { readonly project: Project; readonly config: Config };
  readonly onSentence: (sentence: string) => void;
  readonly onEvents: (events: readonly LoopEvent[], at: number) => void;
};

export interface WorkBoardWish {
  readonly cwd: string;
  readonly file: string;
  readonly doneAgain: boolean;
  /** Has the Manager make the board instead of working it. */
  readonly instruction?: string;
  readonly onSentence: (sentence: string) => void;
  readonly onEvents: (events: readonly LoopEvent[], at: number) => void;
}

export interface OpenBoard {
  readonly run: string;
  readonly stop: () => Promise<unknown>;
  readonly force: () => Promise<void>;
  readonly finish: () => Promise<Reply<LoopEnd>>;
}

export function openBoard(world: Boards, project: Project, wish: WorkBoardWish): Promise<Reply<OpenBoard>> {
  return orJournalTrouble(async () => {
    const config = loadConfig(project);
    if (!config.ok)
      return refused({ what: "mistakes", mistakes: config.mistakes, warnings: config.warnings, kept: "kanban" });
    const path = boardPath(project, wish.cwd, wish.file);
    const files = new BoardFiles(project.root, path);
    const read = wish.instruction === undefined ? files.readBoard() : { ok: true as const };
    if (!read.ok) return refused({ what: "mistakes", mistakes: read.mistakes, warnings: [], kept: "kanban" });
    const briefs = briefsOf(project, config.value);
    if (!briefs.ok) return briefs;
    const walls = await lookAtWalls(config.value);
    if (!walls.ok) return walls;
    const runs = boardRuns(project);
    const runnerOf = (run: string, lease: Lease) => {
      const runDir = join(boardsDir(project.stateDir), "runs", run);
      makeFolderSync(runDir, 0o700);
      return world.openBoard({
        ...{ run, project: project.root, runDir, files, briefs: briefs.value, runs, lease },
        of: { project, config: config.value },
        agents: agentsOf(config.value),
        retriesMax: config.value.kanban.retries,
        orphanMinutes: config.value.policies.orphanMinutes,
        doneAgain: wish.doneAgain,
        ...(wish.instruction !== undefined && { instruction: wish.instruction }),
        onSentence: wish.onSentence,
        onEvents: wish.onEvents,
      });
    };
    const run = await takeRun(project, runs, files.boardFile, runnerOf);
    const lease = await runs.lease(run);
    if ("heldBy" in lease) return refused({ what: "held", run: files.boardFile, holder: lease.heldBy });
    const runner = await runnerOf(run, lease);
    return granted({
      run,
      stop: () => runner.order({ type: "stop" }),
      force: () => runner.hurry(),
      finish: () => finish(runner, lease),
    });
  });
}

async function finish(runner: LoopRunner, lease: Lease): Promise<Reply<LoopEnd>> {
  try {
    const end = await runner.work();
    if (end.type === "journal") return refused({ what: "journal", error: end.error, livesOn: true });
    if (end.type === "unusable") return refused({ what: "unusable", sentence: end.sentence });
    return granted(endOf(end.state));
  } finally {
    await lease.release();
  }
}

function endOf({ step }: Loop): LoopEnd {
  return step.type === "ended" ? step.end : { type: "stopped" };
}

type OpenRunner = (run: string, lease: Lease) => Promise<LoopRunner>;

/** The one that was interrupted, or a new one. */
function takeRun(project: Project, runs: Runs, board: string, runnerOf: OpenRunner): Promise<string> {
  ignoreByGit(project.stateDir);
  ownFolder(project.stateDir);
  makeFolderSync(boardsDir(project.stateDir), 0o700);
  return runs.exclusively(async () => {
    const known = (await listBoards(project)).find(({ loop }) => loop.board === board);
    const step = known?.loop.step;
    const isOpen = step !== undefined && (step.type !== "ended" || step.end.type === "stopped");
    if (known && isOpen) return known.run;
    if (known && known.loop.notices.waiting.size > 0) await sendLast(known.run, runs, runnerOf);
    return runs.create();
  });
}

/** A Reeve that was killed at the very end of the last one may owe somebody its message. */
async function sendLast(run: string, runs: Runs, runnerOf: OpenRunner): Promise<void> {
  const lease = await runs.lease(run);
  if ("heldBy" in lease) return;
  await finish(await runnerOf(run, lease), lease);
}

const CONFIGURED: Readonly<Record<BoardRole, KanbanRole>> = {
  Manager: "manager",
  Architect: "architect",
  Implementor: "implementor",
};

function agentsOf(config: Config): LoopOptions["agents"] {
  const of = (role: BoardRole): LoopOptions["agents"][BoardRole] => {
    const configured: KanbanAgent | undefined = config.kanban[CONFIGURED[role]];
    const fallback = role === "Manager" ? undefined : fallbackAgent(config);
    const name = configured?.agent ?? fallback;
    const agent = name === undefined ? undefined : config.agents[name];
    if (agent === undefined) return null;
    const model = agent.tiers.find((tier) => tier.name === configured?.tier)?.model;
    return { agent, ...(model !== undefined && { model }) };
  };
  return { Manager: of("Manager"), Architect: of("Architect"), Implementor: of("Implementor") };
}

function briefsOf(project: Project, config: Config): Reply<Briefs> {
  const briefs: Record<BoardRole, string> = { ...BUILT_IN_BRIEFS };
  for (const role of Object.keys(CONFIGURED) as BoardRole[]) {
    const file = config.kanban[CONFIGURED[role]]?.brief;
    if (file === undefined) continue;
    try {
      briefs[role] = readFileSync(resolve(project.root, file), "utf8");
    } catch (error) {
      return refused({ what: "spec_unreadable", file, code: (error as NodeJS.ErrnoException).code ?? String(error) });
    }
  }
  return granted(briefs);
}
