/**
 * How a failed test that a report names is told in one line, and what a test is called where a line names its file too. A name of several words is told as TAP tells it, where the
 * name ends with the line; everywhere else it would end at its first space.
 */
export function failedTest(name: string): string {
  const [first = ""] = name.trim().split("\n", 1);
  if (/\s/.test(first)) return `not ok 1 - ${first}`;
  return `FAILED ${first.includes("::") ? first : `report::${first}`}`;
}

/** Vitest's flat TAP puts the file and all suites before the name: `not ok 1 - test/sum.test.ts > cart > sums up`. */
export function withoutFileOfTest(line: string): string {
  return line.startsWith("not ok ") ? line.replace(FILE_AND_SUITES, "$1") : line;
}

const FILE_AND_SUITES = /^(not ok \d{1,6} - )[^\s>]{1,200}\.[cm]?[jt]sx? > (?:[^>]{1,100} > ){0,8}/;
