/** Where the value or the key at a path stands in the text. Looks up only; missing paths give their nearest container. */
import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from "yaml";

export type Path = readonly PropertyKey[];

export interface Place {
  /** Counted from 1. */
  readonly line: number;
  readonly col: number;
}

export interface Locator {
  readonly offset: (path: Path, on?: "key" | "value") => number;
  /** The text of a plain scalar as it was written: `007` where the value is 7. */
  readonly written: (path: Path) => string | undefined;
}

/** `targets` tells what each alias stands for. */
export function createLocator(root: Node, targets: ReadonlyMap<Node, Node>): Locator {
  const indexes = new Map<YAMLMap, Map<string, Pair>>();
  const pairOf = (map: YAMLMap, key: PropertyKey): Pair | undefined => {
    let index = indexes.get(map);
    if (!index) {
      index = new Map();
      for (const pair of map.items) {
        const name = keyText(pair.key);
        if (name !== undefined && !index.has(name)) index.set(name, pair);
      }
      indexes.set(map, index);
    }
    return index.get(String(key));
  };
  const find = (path: Path): Found => {
    let found: Found = { value: root, key: undefined, complete: true };
    for (const segment of path) {
      const node = resolve(found.value, targets);
      const next = isMap(node)
        ? fromPair(pairOf(node, segment))
        : isSeq(node)
          ? fromItem(node.items[Number(segment)])
          : undefined;
      if (!next) return { ...found, complete: false };
      found = next;
    }
    return found;
  };
  return {
    offset: (path, on = "value") => {
      const { key, value, complete } = find(path);
      const node = (on === "key" && complete) || isBlank(value) ? (key ?? value) : value;
      return node?.range?.[0] ?? 0;
    },
    written: (path) => {
      const { value, complete } = find(path);
      const node = resolve(value, targets);
      return complete && isScalar(node) && node.type === "PLAIN" ? node.source : undefined;
    },
  };
}

/** A key as text; undefined for keys that are no text. */
export function keyText(key: unknown): string | undefined {
  if (!isScalar(key) || key.value === null) return undefined;
  return typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
}

interface Found {
  readonly key: Node | undefined;
  readonly value: Node | undefined;
  readonly complete: boolean;
}

function fromPair(pair: Pair | undefined): Found | undefined {
  return pair && { key: asNode(pair.key), value: asNode(pair.value), complete: true };
}

function fromItem(item: unknown): Found | undefined {
  return item === undefined ? undefined : { key: undefined, value: asNode(item), complete: true };
}

function asNode(value: unknown): Node | undefined {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value) ? value : undefined;
}

function resolve(node: Node | undefined, targets: ReadonlyMap<Node, Node>): Node | undefined {
  return node && isAlias(node) ? targets.get(node) : node;
}

/** `key:` with nothing after it: its place is the key's. */
function isBlank(node: Node | undefined): boolean {
  return node === undefined || (isScalar(node) && node.value === null && (node.source ?? "") === "");
}
