/**
 * How a subject keeps its part of the state: what it is before anything happened, and its way into a snapshot and back.
 * Freezing gives plain JSON; thawing gives the same slice again. Nothing is decided here.
 */
export interface Slice<S> {
  initial(): S;
  freeze(slice: S): unknown;
  thaw(frozen: unknown): S;
}

/** For a slice that is JSON as it stands. */
export function plainSlice<S>(initial: () => S): Slice<S> {
  return { initial, freeze: (slice) => slice, thaw: (frozen) => frozen as S };
}

/** The same for one whose fields named here are maps. */
export function mapSlice<S extends object>(initial: () => S, ...maps: readonly (keyof S)[]): Slice<S> {
  return {
    initial,
    freeze: (slice) => ({ ...slice, ...changed(slice, maps, (value) => [...(value as Map<unknown, unknown>)]) }),
    thaw: (frozen) => {
      const slice = frozen as S;
      return { ...slice, ...changed(slice, maps, (value) => new Map(value as [unknown, unknown][])) };
    },
  };
}

/** For a slice that is one map. */
export function wholeMap<K, V>(): Slice<Map<K, V>> {
  return { initial: () => new Map(), freeze: (slice) => [...slice], thaw: (frozen) => new Map(frozen as [K, V][]) };
}

function changed<S extends object>(slice: S, keys: readonly (keyof S)[], change: (value: unknown) => unknown): object {
  return Object.fromEntries(keys.map((key) => [key, change(slice[key])]));
}
