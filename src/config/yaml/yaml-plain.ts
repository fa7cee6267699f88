/**
 * YAML nodes → plain values, and what YAML itself allows but these files do not: keys twice, keys that are no text,
 * merge keys, aliases without an anchor or that unfold into very many values. Knows no key by name.
 */
import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from "yaml";
import { quote } from "../mistakes/mistake.ts";
import { keyText } from "./yaml-place.ts";

export type TellAt = (offset: number, what: string, hint: string) => void;

export interface Plain {
  /** Mappings are objects without a prototype, so no key of a file can meet an inherited one. */
  readonly value: unknown;
  /** What each alias stands for. */
  readonly targets: ReadonlyMap<Node, Node>;
  /** The aliases unfold into so many values that looking further is refused. */
  readonly exploded: boolean;
}

const ALIASED_VALUES_MAX = 200_000;

interface Walk {
  readonly tell: TellAt;
  readonly lineOf: (offset: number) => number;
  readonly anchors: Map<string, Anchored | "open">;
  readonly targets: Map<Node, Node>;
  /** Values so far, counting what aliases repeat. */
  values: number;
  aliased: number;
}

interface Anchored {
  readonly node: Node;
  readonly value: unknown;
  readonly values: number;
}

export function toPlain(root: Node, tell: TellAt, lineOf: (offset: number) => number): Plain {
  const walk: Walk = { tell, lineOf, anchors: new Map(), targets: new Map(), values: 0, aliased: 0 };
  const value = plainOf(root, walk);
  return { value, targets: walk.targets, exploded: walk.aliased > ALIASED_VALUES_MAX };
}

function plainOf(node: unknown, walk: Walk): unknown {
  if (isAlias(node)) return fromAlias(node, walk);
  const before = walk.values;
  walk.values += 1;
  const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
  if (anchor !== undefined) walk.anchors.set(anchor, "open");
  const value = contentOf(node, walk);
  if (anchor !== undefined) walk.anchors.set(anchor, { node: node as Node, value, values: walk.values - before });
  return value;
}

function contentOf(node: unknown, walk: Walk): unknown {
  if (isScalar(node)) return node.value;
  if (isSeq(node)) return node.items.map((item) => plainOf(item, walk));
  return isMap(node) ? fromMap(node, walk) : null;
}

function fromAlias(alias: Alias, walk: Walk): unknown {
  const offset = alias.range?.[0] ?? 0;
  const target = walk.anchors.get(alias.source);
  if (target === undefined || target === "open") {
    const what =
      target === "open"
        ? `the alias *${alias.source} stands inside what it repeats`
        : `the alias *${alias.source} has no anchor above it`;
    walk.tell(offset, what, "write the value out; put text that starts with * in quotes");
    return null;
  }
  walk.targets.set(alias, target.node);
  const before = walk.aliased;
  walk.aliased += target.values;
  walk.values += target.values;
  if (before <= ALIASED_VALUES_MAX && walk.aliased > ALIASED_VALUES_MAX) {
    walk.tell(
      offset,
      `aliases up to here repeat more than ${ALIASED_VALUES_MAX} values`,
      "write out what is needed, without nested aliases",
    );
  }
  return walk.aliased > ALIASED_VALUES_MAX ? null : target.value;
}

function fromMap(map: YAMLMap, walk: Walk): unknown {
  const seen = new Map<string, number>();
  const value: Record<string, unknown> = Object.create(null);
  for (const { key, value: child } of map.items) {
    const offset =
      (isScalar(key) || isMap(key) || isSeq(key) || isAlias(key) ? key.range?.[0] : undefined) ?? map.range?.[0] ?? 0;
    const content = plainOf(child, walk);
    const name = keyText(key);
    const first = name === undefined ? undefined : seen.get(name);
    const refused = name === undefined ? NOT_TEXT : REFUSED_KEYS.get(name);
    if (refused) walk.tell(offset, refused.what, refused.hint);
    if (name === undefined || refused) continue;
    if (first !== undefined) {
      walk.tell(offset, `duplicate key ${quote(name)}, first on line ${walk.lineOf(first)}`, "keep one of them");
      continue;
    }
    seen.set(name, offset);
    value[name] = content;
  }
  return value;
}

const NOT_TEXT = { what: "this key is not text", hint: "write it as key: value; put unusual keys in quotes" };

const REFUSED_KEYS = new Map([
  [
    "<<",
    { what: "merge keys (<<) are not read", hint: "write the values out; what all tasks share goes under defaults:" },
  ],
  ["__proto__", { what: 'the key "__proto__" is not allowed', hint: "choose another name" }],
]);
