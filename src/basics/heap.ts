/**
 * A binary heap in a plain array: what comes first by the caller's order is taken first, in log n steps. The array is the
 * caller's own, so that it can be kept and copied like any other part of a state.
 */

/** Whether `a` goes before `b`. A strict order: two that are equal go in no particular one. */
export type Before<T> = (a: T, b: T) => boolean;

export function pushHeap<T>(heap: T[], item: T, before: Before<T>): void {
  heap.push(item);
  let child = heap.length - 1;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (!swapIfBefore(heap, child, parent, before)) return;
    child = parent;
  }
}

/** The first one, or undefined; it is taken out. */
export function popHeap<T>(heap: T[], before: Before<T>): T | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return first;
  heap[0] = last;
  let parent = 0;
  for (;;) {
    const left = 2 * parent + 1;
    const next = isBefore(heap[left + 1], heap[left], before) ? left + 1 : left;
    if (!swapIfBefore(heap, next, parent, before)) return first;
    parent = next;
  }
}

function swapIfBefore<T>(heap: T[], a: number, b: number, before: Before<T>): boolean {
  const [first, second] = [heap[a], heap[b]];
  if (first === undefined || second === undefined || !before(first, second)) return false;
  heap[a] = second;
  heap[b] = first;
  return true;
}

function isBefore<T>(a: T | undefined, b: T | undefined, before: Before<T>): boolean {
  return a !== undefined && b !== undefined && before(a, b);
}
