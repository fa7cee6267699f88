/**
 * Which ready task goes first: higher priority, then earlier in the plan. A binary heap, so that 10,000 ready tasks
 * cost n log n to hand out. A task that met a taken resource steps aside and comes back when that is let go; entries
 * whose task is no longer ready are dropped when they surface.
 */

import type { Task } from "../../domain/task.ts";
import type { ReadyQueue } from "../task/state.ts";

export function emptyQueue(): ReadyQueue {
  return { heap: [], aside: new Map() };
}

export function pushReady(queue: ReadyQueue, task: Task): void {
  const { heap } = queue;
  heap.push(task);
  let child = heap.length - 1;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (!swapIfBetter(heap, child, parent)) return;
    child = parent;
  }
}

/** The best task that is still ready, or undefined. It is taken out. */
export function popReady(queue: ReadyQueue): Task | undefined {
  for (;;) {
    const best = popHeap(queue.heap);
    if (best === undefined || best.status === "ready") return best;
  }
}

export function stepAside(queue: ReadyQueue, task: Task, resource: string): void {
  const waiting = queue.aside.get(resource);
  if (waiting) waiting.push(task);
  else queue.aside.set(resource, [task]);
}

export function comeBack(queue: ReadyQueue, resource: string): void {
  const waiting = queue.aside.get(resource);
  if (!waiting) return;
  queue.aside.delete(resource);
  for (const task of waiting) if (task.status === "ready") pushReady(queue, task);
}

function popHeap(heap: Task[]): Task | undefined {
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

function swapIfBetter(heap: Task[], a: number, b: number): boolean {
  const first = heap[a];
  const second = heap[b];
  if (first === undefined || second === undefined || !isBetter(first, second)) return false;
  heap[a] = second;
  heap[b] = first;
  return true;
}

function isBetter(a: Task | undefined, b: Task | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.spec.priority === b.spec.priority ? a.index < b.index : a.spec.priority > b.spec.priority;
}
