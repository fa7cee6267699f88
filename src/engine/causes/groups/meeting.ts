/**
 * Who meets whom: nodes of causes that share a name are one set. Sets only grow, so adding a name costs what the name
 * costs, however many failures are known, and the sets follow from what was added, not from its order.
 */

export interface Meeting {
  /** Node → another node of its set, up to the one that stands for it. */
  readonly above: Map<string, string>;
  /** The node that stands for a set → all of it. */
  readonly sets: Map<string, string[]>;
  /** Name → a node that has it. */
  readonly holders: Map<string, string>;
  /** Name → nodes that lie below it and wait for somebody to have it whole. */
  readonly below: Map<string, string[]>;
  /** Name → how many failures have it. */
  readonly counts: Map<string, number>;
}

export function createMeeting(): Meeting {
  return { above: new Map(), sets: new Map(), holders: new Map(), below: new Map(), counts: new Map() };
}

/** A name that begins with this is one that the node lies below: it meets those who have it whole, not its neighbours. */
export const BELOW = "below ";

export function meet(meeting: Meeting, node: string, names: readonly string[]): void {
  if (!meeting.above.has(node)) {
    meeting.above.set(node, node);
    meeting.sets.set(node, [node]);
  }
  for (const name of names) {
    if (name.startsWith(BELOW)) {
      wait(meeting, node, name.slice(BELOW.length));
      continue;
    }
    for (const waiting of meeting.below.get(name) ?? []) unite(meeting, waiting, node);
    meeting.below.delete(name);
    meeting.counts.set(name, (meeting.counts.get(name) ?? 0) + 1);
    const holder = meeting.holders.get(name);
    if (holder === undefined) meeting.holders.set(name, node);
    else unite(meeting, holder, node);
  }
}

/** All nodes of the set of a node, itself included. */
export function metWith(meeting: Meeting, node: string): readonly string[] {
  return meeting.sets.get(topOf(meeting, node)) ?? [node];
}

function wait(meeting: Meeting, node: string, name: string): void {
  const holder = meeting.holders.get(name);
  if (holder !== undefined) unite(meeting, holder, node);
  else meeting.below.set(name, [...(meeting.below.get(name) ?? []), node]);
}

function unite(meeting: Meeting, one: string, other: string): void {
  const [a, b] = [topOf(meeting, one), topOf(meeting, other)];
  if (a === b) return;
  const [small, large] = (meeting.sets.get(a)?.length ?? 0) < (meeting.sets.get(b)?.length ?? 0) ? [a, b] : [b, a];
  meeting.above.set(small, large);
  meeting.sets.get(large)?.push(...(meeting.sets.get(small) ?? []));
  meeting.sets.delete(small);
}

function topOf(meeting: Meeting, node: string): string {
  let top = node;
  for (let next = meeting.above.get(top); next !== undefined && next !== top; next = meeting.above.get(top)) top = next;
  // The way is shortened for whoever asks next.
  for (let at = node; at !== top; ) {
    const next = meeting.above.get(at) ?? top;
    meeting.above.set(at, top);
    at = next;
  }
  return top;
}
