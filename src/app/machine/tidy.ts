/**
 * What the hygiene monitor does at every look: the plan of `reeve clean`, for what dead runs left. Parked work and logs stay,
 * whatever their age: only a person's `reeve clean` removes those. It looks first and takes the lock of a run only where
 * something is to go, so that whoever resumes that run is not turned away.
 */
import { CLEAN_KINDS, type CleanItem, type CleanKind } from "../../domain/delivery/hygiene.ts";
import type { Tidied } from "../../engine/hygiene/tidied.ts";
import type { Project } from "../project/project.ts";
import { cleanUp } from "./clean.ts";

const KEPT: ReadonlySet<CleanKind> = new Set(["parked", "logs"]);
const PROBLEMS_MAX = 5;

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

function tidied(items: readonly CleanItem[]): Tidied | null {
  const gone = items.filter(({ outcome }) => outcome === "removed");
  const failed = items.filter(({ outcome }) => outcome === "failed");
  if (gone.length === 0 && failed.length === 0) return null;
  const counts = CLEAN_KINDS.map((kind) => [kind, gone.filter((item) => item.kind === kind).length] as const);
  return {
    removed: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    bytes: gone.reduce((sum, { bytes }) => sum + bytes, 0),
    problems: failed.slice(0, PROBLEMS_MAX).map(({ name, problem = "" }) => `${name}: ${problem}`),
  };
}
