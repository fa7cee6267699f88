/**
 * "Did you mean …?": the known name nearest to a wrong one. A reader makes one suggester for a whole file, and the
 * suggester stops looking after a fixed amount of work, so ten thousand wrong names cost no more than some.
 */

export type Suggest = (wrong: string, known: Iterable<string>) => string | undefined;

const LENGTH_MAX = 80;

export function createSuggest(looksMax = 200_000): Suggest {
  let looks = 0;
  return (wrong, known) => {
    if (wrong.length > LENGTH_MAX) return undefined;
    const bare = bareName(wrong);
    // A name of which nothing is left but its length was not meant.
    const distanceMax = wrong.length === 1 ? 0 : Math.min(3, Math.max(1, Math.floor(wrong.length / 3)));
    let best: { name: string; distance: number } | undefined;
    for (const name of known) {
      looks += 1;
      if (looks > looksMax) break;
      if (bareName(name) === bare) return name;
      const distance = editDistance(wrong, name, (best?.distance ?? distanceMax + 1) - 1);
      if (distance !== undefined) best = { name, distance };
    }
    return best?.name;
  };
}

/** `dependsOn`, `depends-on` and `Depends_On` are one name to a person. */
function bareName(name: string): string {
  return name.length > LENGTH_MAX ? name : name.toLowerCase().replaceAll(/[-_ .]/g, "");
}

/** Insertions, deletions, replacements and swaps of neighbours; undefined as soon as it must exceed `max`. */
export function editDistance(a: string, b: string, max: number): number | undefined {
  if (Math.abs(a.length - b.length) > max) return undefined;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let cell = Math.min(at(above, j) + 1, at(row, j - 1) + 1, at(above, j - 1) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cell = Math.min(cell, at(before, j - 2) + 1);
      row.push(cell);
    }
    if (Math.min(...row) > max) return undefined;
    before = above;
    above = row;
  }
  const distance = at(above, b.length);
  return distance <= max ? distance : undefined;
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
