/**
 * The root of `reeve up`: one supervisor process per project of this machine, isolated from each other, started again when it
 * dies or freezes, and given up for a while when it dies again and again. It works on no run itself, and its own end ends none.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { frozenMs, readHeart, startHeart } from "../../runtime/time/heart.ts";
import { notedProjects } from "../machine/registry.ts";
import type { Project } from "../project/project.ts";
import { delayBefore, type Ends } from "./restarts.ts";
import { systemWatchdog } from "./watchdog.ts";

/** A supervisor at work, of one project. */
export interface ProjectChild {
  readonly pid: number;
  readonly ended: Promise<string>;
  readonly kill: () => void;
}

export interface MachinePorts {
  readonly env: NodeJS.ProcessEnv;
  /** Where the root leaves word of itself. */
  readonly dir: string;
  /** Named by the person beside those Reeve knows. */
  readonly more: readonly Project[];
  readonly start: (project: Project) => ProjectChild;
  readonly say: (sentence: string) => void;
  readonly signal: AbortSignal;
}

const LOOK_MS = 1_000;

interface Kept {
  readonly project: Project;
  child: ProjectChild | null;
  startedAt: number;
  /** When it may be started; null: it runs. */
  startAt: number | null;
  ends: Ends;
}

/** Until `signal` aborts. Work goes on without it. */
export async function serveMachine(ports: MachinePorts): Promise<void> {
  const { dir, env, more, signal } = ports;
  const heart = startHeart({ dir });
  const kept = new Map<string, Kept>();
  const watchdog = systemWatchdog(env);
  try {
    while (!signal.aborted) {
      for (const project of [...more, ...notedProjects(env)])
        if (!kept.has(project.root)) kept.set(project.root, keptOf(project));
      for (const each of kept.values()) look(each, ports);
      watchdog();
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  } finally {
    heart.stop();
    for (const { child } of kept.values()) child?.kill();
  }
}

function keptOf(project: Project): Kept {
  return { project, child: null, startedAt: 0, startAt: 0, ends: [] };
}

function look(kept: Kept, ports: MachinePorts): void {
  const now = Date.now();
  if (kept.child) return replaceFrozen(kept, now, ports);
  if (kept.startAt === null || now < kept.startAt) return;
  const child = ports.start(kept.project);
  Object.assign(kept, { child, startedAt: now, startAt: null });
  ports.say(`${kept.project.root}: supervised by pid ${child.pid}`);
  void child.ended.then((how) => ended(kept, how, ports));
}

function ended(kept: Kept, how: string, { say, signal }: MachinePorts): void {
  kept.child = null;
  if (signal.aborted) return;
  const now = Date.now();
  const { delayMs, ends, isGivenUp } = delayBefore(kept.ends, now);
  Object.assign(kept, { ends, startAt: now + delayMs });
  const again = isGivenUp ? "ended too often; the next try is in an hour" : `is started again in ${delayMs / 1_000} s`;
  say(`${kept.project.root}: its supervisor ${how} and ${again}`);
}

function replaceFrozen({ project, child, startedAt }: Kept, now: number, { env, say }: MachinePorts): void {
  const beat = readHeart(project.stateDir, now);
  const mostMs = frozenMs(env);
  if (beat === null || beat.ageMs < mostMs || now - startedAt < mostMs) return;
  say(`${project.root}: its supervisor has not moved for ${Math.round(beat.ageMs / 1_000)} s and is replaced`);
  child?.kill();
}
