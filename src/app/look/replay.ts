/** Past moments of a run, and where another policy would have decided otherwise. It looks only. */
import type { Mistake } from "../../config/mistakes/mistake.ts";
import { loadPolicies } from "../plan/load-simulation.ts";
import { loadConfig } from "../project/load.ts";
import { findRun, withRun } from "../project/open-run.ts";
import { listRuns, type Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { type FleetView, projectFleet } from "./fleet-view.ts";
import { catchUp, newReplay } from "./history/replay-run.ts";
import { type ComparedRun, compareRun } from "./history/replay-with.ts";

export type { ComparedRun, HaltedAt, OtherDecision } from "./history/replay-with.ts";

export interface PastMoment {
  readonly view: FleetView;
  readonly seq: number;
  /** When that record was written. */
  readonly at: number;
}

/** As the run was after the record `at`; the newest where none is named or it has not come to so many. */
export function readPast(
  project: Project,
  run: string | undefined,
  at: number | undefined,
): Promise<Reply<PastMoment>> {
  return withRun(project, run, async ({ place }) => {
    const { state, history } = await catchUp(project, newReplay(place.id), at);
    return granted({ view: projectFleet(state), seq: history.seq, at: history.to });
  });
}

export interface ReplayWish {
  readonly run: string | undefined;
  readonly allRuns: boolean;
  readonly policies: readonly string[];
  readonly cwd: string;
}

export interface Replayed {
  readonly policies: readonly { readonly name: string; readonly runs: readonly ComparedRun[] }[];
  readonly warnings: readonly Mistake[];
}

export async function replayWith(project: Project, wish: ReplayWish): Promise<Reply<Replayed>> {
  const config = loadConfig(project);
  const policies = loadPolicies(wish.policies, wish.cwd);
  const warnings = [...config.warnings, ...policies.warnings];
  if (!config.ok || !policies.ok) {
    const mistakes = [...(config.ok ? [] : config.mistakes), ...(policies.ok ? [] : policies.mistakes)];
    return refused({ what: "mistakes", mistakes, warnings, kept: "simulate" });
  }
  const found = wish.allRuns ? granted(await listRuns(project)) : one(await findRun(project, wish.run));
  if (!found.ok) return found;
  const compared = await Promise.all(
    policies.value.map(async ({ name, decides }) => {
      const runs: ComparedRun[] = [];
      for (const { id } of found.value) runs.push(await compareRun(project, id, config.value, decides));
      return { name, runs };
    }),
  );
  return granted({ policies: compared, warnings });
}

function one<T>(found: Reply<T>): Reply<readonly T[]> {
  return found.ok ? granted([found.value]) : found;
}
