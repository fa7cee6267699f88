/**
 * For lists whose length somebody else decides. Spread into the arguments of a call, a list of some hundred thousand ends the
 * process: arguments lie on the stack. `test/long-lists.test.ts` sees to it that rooms which handle such lists do not.
 */

/** `list.push(...more)`, of any length. */
export function addAll<T>(list: T[], more: Iterable<T>): void {
  for (const each of more) list.push(each);
}

/** The largest; `least` where none is larger, or there is none. */
export function largest(values: Iterable<number>, least: number): number {
  let most = least;
  for (const value of values) if (value > most) most = value;
  return most;
}
