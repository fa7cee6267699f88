/**
 * What the hygiene monitor does at every look: the plan of `reeve clean`, for what dead runs left. Parked work and logs stay,
 * whatever their age: only a person's `reeve clean` removes those. It looks first and takes the lock of a run only where
 * something is to go, so that whoever resumes that run is not turned away.
 */
import type { CleanItem, CleanKind } from "../../domain/delivery/hygiene.ts";
import type { Tidied } from "../../engine/hygiene/tidied.ts";
import type { Project } from "../project/project.ts";
import { cleanUp } from "./clean.ts";
import { tidied } from "./tidied-of.ts";

const KEPT: ReadonlySet<CleanKind> = new Set(["parked", "logs"]);

/** Null: there was nothing to do. */
export async function tidy(project: Project, olderThanMs: number, now: number): Promise<Tidied | null> {
  const wish = { olderThanMs, now, keeps: KEPT };
  const found = await itemsOf(project, { ...wish, dryRun: true });
  const runs = new Set(found.flatMap(({ outcome, run }) => (outcome === "would_remove" ? [run] : [])));
  const items: CleanItem[] = [];
  for (const run of runs) items.push(...(await itemsOf(project, { ...wish, dryRun: false, run })));
  return tidied(items);
}

async function itemsOf(project: Project, wish: Parameters<typeof cleanUp>[1]): Promise<readonly CleanItem[]> {
  const report = await cleanUp(project, wish);
  return report.ok ? report.value.items : []; // a run that is gone by now has nothing to clean
}
