/** Small things that all checks share: a finding in the making, who of two has to adapt, places in files. */
import type { CoherenceFinding } from "../../../domain/proof/coherence.ts";
import type { Branch } from "../branches/branch-views.ts";

export type Finding = CoherenceFinding;

/** The earlier in the order of dependencies is right, so the later one adapts. */
export function laterOf(one: Branch, other: Branch): Branch {
  return one.order > other.order ? one : other;
}

export function place(path: string, line?: number): string {
  return line === undefined ? path : `${path}:${line}`;
}

/** Names from sources, bounded for a sentence. */
export function quoted(name: string): string {
  return `\`${name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX)}…` : name}\``;
}

const NAME_LENGTH_MAX = 80;
