/**
 * Which ready work goes first: higher priority, then earlier in the plan. A heap, so that 10,000 ready tasks
 * cost n log n to hand out. Work that met a taken resource steps aside and comes back when that is let go; entries
 * whose work is no longer ready are dropped when they surface.
 */

import { popHeap, pushHeap } from "../../basics/heap.ts";
import type { Work } from "../../domain/work/work.ts";
import { type Resource, resourceKey } from "./resource.ts";

/** Ready work, best first; what met a taken resource waits aside under its name. */
export interface ReadyQueue {
  heap: Work[];
  aside: Map<string, Work[]>;
}

export function emptyQueue(): ReadyQueue {
  return { heap: [], aside: new Map() };
}

export function pushReady(queue: ReadyQueue, work: Work): void {
  pushHeap(queue.heap, work, isBefore);
}

/** A priority was changed: all find their places anew. */
export function sortReady(queue: ReadyQueue): void {
  const all = queue.heap;
  queue.heap = [];
  for (const work of all) pushReady(queue, work);
}

/** The best that is still ready, or undefined. It is taken out. */
export function popReady(queue: ReadyQueue): Work | undefined {
  for (;;) {
    const best = popHeap(queue.heap, isBefore);
    if (best === undefined || best.status === "ready") return best;
  }
}

export function stepAside(queue: ReadyQueue, work: Work, resource: Resource): void {
  const key = resourceKey(resource);
  const waiting = queue.aside.get(key) ?? [];
  queue.aside.set(key, waiting);
  pushHeap(waiting, work, isBefore);
}

export function comeBack(queue: ReadyQueue, resource: Resource): void {
  const key = resourceKey(resource);
  const waiting = queue.aside.get(key);
  if (!waiting) return;
  queue.aside.delete(key);
  for (const work of waiting) if (work.status === "ready") pushReady(queue, work);
}

/** The best of those that wait for it: for a resource that frees one place at a time, where thousands may wait. */
export function bestComesBack(queue: ReadyQueue, resource: Resource): void {
  const waiting = queue.aside.get(resourceKey(resource)) ?? [];
  for (let best = popHeap(waiting, isBefore); best !== undefined; best = popHeap(waiting, isBefore))
    // One that was skipped or given up meanwhile takes nobody's place.
    if (best.status === "ready") return pushReady(queue, best);
}

function isBefore(a: Work, b: Work): boolean {
  return a.spec.priority === b.spec.priority ? a.index < b.index : a.spec.priority > b.spec.priority;
}
