/**
 * Which ready work goes first: higher priority, then earlier in the plan. A binary heap, so that 10,000 ready tasks
 * cost n log n to hand out. Work that met a taken resource steps aside and comes back when that is let go; entries
 * whose work is no longer ready are dropped when they surface.
 */

import type { Work } from "../../domain/work.ts";
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
  const { heap } = queue;
  heap.push(work);
  let child = heap.length - 1;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (!swapIfBetter(heap, child, parent)) return;
    child = parent;
  }
}

/** The best that is still ready, or undefined. It is taken out. */
export function popReady(queue: ReadyQueue): Work | undefined {
  for (;;) {
    const best = popHeap(queue.heap);
    if (best === undefined || best.status === "ready") return best;
  }
}

export function stepAside(queue: ReadyQueue, work: Work, resource: Resource): void {
  const key = resourceKey(resource);
  const waiting = queue.aside.get(key);
  if (waiting) waiting.push(work);
  else queue.aside.set(key, [work]);
}

export function comeBack(queue: ReadyQueue, resource: Resource): void {
  const key = resourceKey(resource);
  const waiting = queue.aside.get(key);
  if (!waiting) return;
  queue.aside.delete(key);
  for (const work of waiting) if (work.status === "ready") pushReady(queue, work);
}

function popHeap(heap: Work[]): Work | undefined {
  const best = heap[0];
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return best;
  heap[0] = last;
  let parent = 0;
  for (;;) {
    const left = 2 * parent + 1;
    const right = left + 1;
    let next = parent;
    if (isBetter(heap[left], heap[next])) next = left;
    if (isBetter(heap[right], heap[next])) next = right;
    if (next === parent) return best;
    swapIfBetter(heap, next, parent);
    parent = next;
  }
}

function swapIfBetter(heap: Work[], a: number, b: number): boolean {
  const first = heap[a];
  const second = heap[b];
  if (first === undefined || second === undefined || !isBetter(first, second)) return false;
  heap[a] = second;
  heap[b] = first;
  return true;
}

function isBetter(a: Work | undefined, b: Work | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.spec.priority === b.spec.priority ? a.index < b.index : a.spec.priority > b.spec.priority;
}
