/**
 * How a failed test that a report names is told in one line. A name of several words is told as TAP tells it, where the
 * name ends with the line; everywhere else it would end at its first space.
 */
export function failedTest(name: string): string {
  const [first = ""] = name.trim().split("\n", 1);
  if (/\s/.test(first)) return `not ok 1 - ${first}`;
  return `FAILED ${first.includes("::") ? first : `report::${first}`}`;
}
