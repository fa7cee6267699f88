/**
 * Failures with one cause, found as they come in. Every failure belongs to the node of its cause; a node whose name is a
 * looser name of exactly one other cause belongs to that one, and stands for itself as soon as it could mean two; nodes
 * that name the same rare thing in the same way are one. So the groups follow from the set of failures, never from their
 * order. Adding one looks at its own names only, however many failures are known. Of a group the members' ids are kept
 * and a few lines, no texts.
 */
import { causeOf } from "../cause-of.ts";
import { groupId } from "../names/group-id.ts";
import { SAID } from "../said-alike.ts";
import type { Cause, PatternGroup, PatternKind, Sample, SeenFailure } from "../seen-failure.ts";
import { createMeeting, type Meeting, meet, metWith } from "./meeting.ts";

export interface PatternIndex {
  readonly nodes: Map<string, CauseNode>;
  /** Looser name → causes that go by it. */
  readonly offers: Map<string, Set<string>>;
  readonly meeting: Meeting;
  /** Failure → node. */
  readonly members: Map<string, string>;
  /** Nodes looked at so far; tells what adding costs. */
  looks: number;
}

interface CauseNode {
  readonly key: string;
  readonly looser: Set<string>;
  readonly meets: Set<string>;
  kind: PatternKind;
  says: string;
  readonly members: string[];
  /** The smallest ids, so that the order of arrival does not show. */
  samples: readonly Sample[];
}

export interface Added {
  readonly group: string;
  /** Others have the same cause. */
  readonly joined: boolean;
  readonly size: number;
}

export function createPatternIndex(): PatternIndex {
  return { nodes: new Map(), offers: new Map(), meeting: createMeeting(), members: new Map(), looks: 0 };
}

/** A failure that is known already changes nothing. */
export function addFailure(index: PatternIndex, failure: SeenFailure, read: typeof causeOf = causeOf): Added {
  const known = index.members.get(failure.id);
  if (known !== undefined) return added(index, known);
  const cause = read(failure);
  const node = index.nodes.get(cause.key) ?? newNode(index, cause);
  index.members.set(failure.id, node.key);
  node.members.push(failure.id);
  if (cause.says < node.says) node.says = cause.says;
  if (cause.kind < node.kind) node.kind = cause.kind;
  node.samples = [...node.samples, { id: failure.id, line: cause.line }].sort(byId).slice(0, SAMPLES_MAX);
  for (const name of cause.looser) offer(index, node, name);
  for (const name of cause.meets) node.meets.add(name);
  meet(index.meeting, node.key, cause.meets);
  return added(index, node.key);
}

/** Groups of at least so many, largest first. */
export function groupsOf(index: PatternIndex, sizeMin = 2): PatternGroup[] {
  const roots = new Map<string, CauseNode[]>();
  for (const node of index.nodes.values()) {
    const root = topOf(index, node.key);
    const together = roots.get(root);
    if (together) together.push(node);
    else roots.set(root, [node]);
  }
  return [...roots]
    .map(([root, nodes]) => toGroup(index, root, nodes))
    .filter(({ members }) => members.length >= sizeMin)
    .sort((a, b) => b.members.length - a.members.length || (a.group < b.group ? -1 : 1));
}

/** The group a failure is in; null for one that was never added. */
export function groupOf(index: PatternIndex, id: string): PatternGroup | null {
  const key = index.members.get(id);
  if (key === undefined) return null;
  const root = topOf(index, key);
  return toGroup(index, root, together(index, root));
}

const SAMPLES_MAX = 3;
const NAMES_MAX = 24;

function newNode(index: PatternIndex, { key, kind, says }: Cause): CauseNode {
  const node: CauseNode = { key, looser: new Set(), meets: new Set(), kind, says, members: [], samples: [] };
  index.nodes.set(key, node);
  return node;
}

function offer(index: PatternIndex, node: CauseNode, name: string): void {
  if (node.looser.has(name) || node.looser.size >= NAMES_MAX) return;
  node.looser.add(name);
  const others = index.offers.get(name);
  if (others) others.add(node.key);
  else index.offers.set(name, new Set([node.key]));
}

/**
 * The node that stands for a cause: of those that met the first by name; and where their names are looser names of
 * exactly one other cause, that one. As soon as they could mean two, they stand for themselves.
 */
function topOf(index: PatternIndex, key: string, asked: ReadonlySet<string> = new Set()): string {
  index.looks += 1;
  const met = metWith(index.meeting, key);
  const [own = key] = met.toSorted();
  if (asked.has(own)) return own;
  const further = new Set([...asked, own]);
  let found: string | null = null;
  for (const each of met) {
    for (const more of index.offers.get(each) ?? []) {
      const top = topOf(index, more, further);
      if (top === own) continue;
      if (found !== null && found !== top) return own;
      found = top;
    }
  }
  return found ?? own;
}

/** The root, those it met, and those of their looser names that mean nothing else. */
function together(index: PatternIndex, root: string): CauseNode[] {
  const met = metWith(index.meeting, root);
  const looser = met.flatMap((key) => [key, ...(index.nodes.get(key)?.looser ?? [])]);
  const keys = new Set(looser.flatMap((key) => metWith(index.meeting, key)));
  const nodes = [...keys].map((key) => index.nodes.get(key)).filter((node) => node !== undefined);
  return nodes.filter((node) => node.key === root || topOf(index, node.key) === root);
}

function added(index: PatternIndex, key: string): Added {
  const root = topOf(index, key);
  const size = together(index, root).reduce((sum, { members }) => sum + members.length, 0);
  return { group: groupId(root), joined: size > 1, size };
}

function toGroup(index: PatternIndex, root: string, nodes: readonly CauseNode[]): PatternGroup {
  const own = index.nodes.get(root) ?? nodes[0];
  const samples = nodes.flatMap((node) => node.samples).sort(byId);
  const members = nodes.flatMap((node) => node.members).sort();
  return {
    group: groupId(root),
    also: nodes
      .map(({ key }) => groupId(key))
      .filter((id) => id !== groupId(root))
      .sort(),
    root_cause: own?.says ?? "",
    kind: own?.kind ?? "unknown",
    members,
    shares: sharesOf(index, nodes, members.length),
    because: samples.slice(0, SAMPLES_MAX).map(({ id, line }) => `${id}: ${line}`),
  };
}

/** What they have in common, and how many of all failures have it. */
function sharesOf(index: PatternIndex, nodes: readonly CauseNode[], size: number): string {
  const names = [...new Set(nodes.flatMap(({ meets }) => [...meets]))].sort();
  const counted = names.map((name) => [name, index.meeting.counts.get(name) ?? 0] as const);
  const [best] = counted.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const who = size === 2 ? "both" : `all ${size}`;
  if (best === undefined || best[1] < 2)
    return size < 2 ? "" : `${who} come from the same cause: ${nodes.map(({ says }) => says).sort()[0] ?? ""}`;
  if (best[0].startsWith(SAID))
    return `${who} say "${best[0].slice(best[0].indexOf("|") + 1)}", which ${best[1]} of ${index.members.size} failures say`;
  return `${who} name \`${best[0].slice(best[0].indexOf("|") + 1)}\`, which ${best[1]} of ${index.members.size} failures name`;
}

function byId(a: Sample, b: Sample): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
