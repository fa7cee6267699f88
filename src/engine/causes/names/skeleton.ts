/**
 * What stays of a line of output when everything is taken away that differs from one time to the next: numbers, hashes,
 * times, addresses, folders, colours, quotes. And which line of a text is the telling one, if any is.
 */

export function skeletonOf(line: string): string {
  return line
    .replace(/\b\d{4}-\d\d-\d\d[T_ ]\d\d[:_]\d\d[:_]\d\d[\w.:+]*/g, " ")
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, " ")
    .replace(/\b(?:req|call|msg|sess|run)_\w{8,}\b/g, " ")
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b/gi, " ")
    .replace(/\b0x[0-9a-f]+\b/gi, " ")
    .replace(/(?:[A-Za-z]:)?(?:[\\/][\w.@+~-]+)+[\\/]([\w.@+~-]+)/g, " $1")
    .replace(/\d+(?:[.,:]\d+)*/g, " ")
    .replace(/["'`«»“”‘’]/g, " ")
    .replace(/[^\p{L}\p{N}._@/#$-]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** The line that tells most, or null where every line could stand in any failure. The earliest wins. */
export function tellingLine(text: string): { readonly line: string; readonly skeleton: string } | null {
  let best: { readonly line: string; readonly skeleton: string; readonly score: number } | null = null;
  for (const raw of text.split("\n", LINES_MAX)) {
    const line = raw.trim();
    if (line === "" || FRAME.test(line) || GENERIC.test(line)) continue;
    const score = scoreOf(line);
    if (score <= (best?.score ?? 0)) continue;
    const skeleton = skeletonOf(line.slice(0, LINE_MAX));
    if (says(skeleton)) best = { line, skeleton, score };
  }
  return best;
}

const LINES_MAX = 400;
const LINE_MAX = 400;
const WORDS_MIN = 3;

const FRAME = /^(?:[├│└╰]|at |File "|\d+ \||\^|~|-->|= note|goroutine |#\d+ |\.\.\.|hint:|note:|warning:)/i;

/** Lines of runners and shells that stand under every failure of theirs. */
const GENERIC = new RegExp(
  [
    "^npm (?:ERR!|error)(?: code ELIFECYCLE| Exit status| errno| A complete log| Lifecycle script|\\s*$)",
    "process (?:completed|exited) with|exit(?:ed with)? (?:code|status)|returned a? ?non-zero|command failed",
    "^(?:error: )?(?:script|command|recipe|task|target|job|build|step)\\b.*\\b(?:failed|error \\d+)",
    "^make(?:\\[\\d+\\])?: \\*\\*\\*",
    "^(?:tests?|test (?:suites|files)|snapshots|failures|ran|found|✖)\\b.*\\d+",
    "^=+ .* =+$|\\b\\d+ (?:failed|passed|errors?|problems?)\\b",
    "^traceback \\(most recent call last\\)|^during handling of|^the above exception",
    "^(?:fail|failed|error|fatal|unknown error|internal error|killed|aborted)[.:!]*$",
    "^(?:something|an (?:unexpected|unknown) error) (?:went|has|occurred)",
    "fetch failed|request failed|server error|unable to resolve dependency tree|could not apply|connection (?:closed|reset|error)",
    "(?:unable|failed) to compile|compilation failed|build failed|execution failed|validation failed|one or more errors",
    "test suite failed to run|^expect\\(|^expected\\b|^received\\b|^assert(?:ion)?error:?$",
  ].join("|"),
  "i",
);

function scoreOf(line: string): number {
  if (
    /^(?:fatal|panic|error|[\w.]*(?:Error|Exception|Failure))\b[^\n]{0,80}?:|^E {2,}|\berror(?:\[|:| TS| CS)/i.test(
      line,
    )
  )
    return 3;
  if (/\b(?:error|exception|fatal|panic|cannot|could not|unable|denied|refused|failed|not found|missing)\b/i.test(line))
    return 2;
  return 0;
}

const SAY_NOTHING = new Set(
  "a an the is was are be to of in on at for with and or not no it this that error errors failed failure fatal exception cannot could can unable please try again see from by as err npm code file line unknown internal unexpected invalid syntax found".split(
    " ",
  ),
);

function says(skeleton: string): boolean {
  const words = new Set(skeleton.split(/[\s/]+/).filter((word) => /\p{L}{2}/u.test(word) && !SAY_NOTHING.has(word)));
  return words.size >= WORDS_MIN;
}
