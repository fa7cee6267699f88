/**
 * Who can work an item: the registry of workers, and who of them is chosen. By complexity first, then by tags, then by
 * size. A worker that is at capacity is not replaced by another one's fitness: the item stays queued. Decides by rows alone.
 */
import type { Item } from "../body/epic-body.ts";
import { listOf } from "../body/notes.ts";

export interface Worker {
  readonly name: string;
  readonly agent: string;
  readonly tier?: string;
  /** Kinds of deliverables and tags it can work. Empty: all. */
  readonly capabilities: readonly string[];
  /** 1 to 5 each. */
  readonly cost: number;
  readonly speed: number;
  readonly quality: number;
  /** Items at once. */
  readonly capacity: number;
  /** What it is given at most. */
  readonly sizing: { readonly days: number; readonly files: number };
}

export type Choice =
  | { readonly type: "worker"; readonly worker: Worker }
  /** All who fit are at work. */
  | { readonly type: "busy"; readonly names: readonly string[] }
  | { readonly type: "none"; readonly reason: string };

export function chooseWorker(item: Item, workers: readonly Worker[], items: readonly Item[], wanted = ""): Choice {
  const named = item.worker || wanted;
  if (named !== "") {
    const worker = workers.find(({ name }) => name === named);
    if (worker === undefined) return { type: "none", reason: `the worker ${named} is not in the registry` };
    return isFree(worker, items) ? { type: "worker", worker } : { type: "busy", names: [named] };
  }
  const fit = workers.filter((worker) => canWork(worker, item));
  if (fit.length === 0)
    return { type: "none", reason: `no worker of the registry can work ${item.id}: ${needsOf(item)}` };
  const ordered = byFitness(item, fit);
  const best = ordered.filter((each) => rank(item, each) === rank(item, ordered[0] ?? each));
  const free = best.find((worker) => isFree(worker, items));
  return free ? { type: "worker", worker: free } : { type: "busy", names: best.map(({ name }) => name) };
}

export function isFree({ name, capacity }: Worker, items: readonly Item[]): boolean {
  return items.filter(({ status, worker }) => status === "in_progress" && worker === name).length < capacity;
}

/** Who dispatches writes this; whoever proposes a dispatch must say the same. */
export function commandOf(epic: string, item: string, worker: string, project: string): string {
  return ["reeve", "epic", "work", epic, item, "--worker", worker, "--project", project].map(quoted).join(" ");
}

function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function canWork({ capabilities, sizing }: Worker, { fields }: Item): boolean {
  const kind = fields.kind ?? "code";
  const days = Number.parseFloat(fields.size ?? "");
  if (capabilities.length > 0 && !capabilities.includes(kind)) return false;
  if (Number.isFinite(days) && days > sizing.days) return false;
  return listOf(fields.files).length <= sizing.files;
}

function byFitness(item: Item, workers: readonly Worker[]): readonly Worker[] {
  return workers.toSorted(
    (one, other) => rank(item, other) - rank(item, one) || one.cost - other.cost || other.speed - one.speed,
  );
}

/** Complexity weighs more than all tags, tags more than size. */
function rank({ fields }: Item, { quality, capabilities, speed }: Worker): number {
  const complexity = fields.complexity ?? "medium";
  const byComplexity = complexity === "high" ? quality : complexity === "low" ? 6 - quality : 0;
  const tags = listOf(fields.tags).filter((tag) => capabilities.includes(tag)).length;
  const isLarge = Number.parseFloat(fields.size ?? "0") >= 0.5;
  return byComplexity * 10_000 + tags * 100 + (isLarge ? quality : speed);
}

function needsOf({ fields }: Item): string {
  return `kind ${fields.kind ?? "code"}, ${fields.size ?? "no"} days, ${listOf(fields.files).length} files`;
}
