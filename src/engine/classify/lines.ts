/**
 * An output as the lines a rule may look at: bounded in number and length, without colours and ornament, and marked by
 * what they are. A line that only quotes (a stack frame, a test's name, source, a diff) is no evidence of a cause.
 * Never looks at what a line means.
 */
import { displaySafe } from "../../domain/words/display-safe.ts";
import { eventLines } from "./formats/event-lines.ts";
import { withoutFileOfTest } from "./formats/failed-test.ts";
import { inEnglish } from "./formats/other-languages.ts";
import { isObject, reportedIn, unfold } from "./formats/unfold.ts";

/** quoted: mentions, does not tell · warning: went on · notice: was tried again · plain: everything else. */
export type LineKind = "plain" | "quoted" | "warning" | "notice";

export interface Line {
  /** As it stood in the output, for evidence. */
  readonly raw: string;
  /** Cleaned and cut; what rules are tried on. */
  readonly text: string;
  readonly lower: string;
  readonly kind: LineKind;
}

/** The beginning and the end of a long output are read whole; of what is between, only lines that sound like trouble. */
const HEAD_CHARS = 65_536;
const TAIL_CHARS = 196_608;
const BETWEEN_LINES_MAX = 400;
const TEXT_CHARS = 1_000;
const ESCAPED_MAX = 200;
const TROUBLE = /error|fatal|panic|fail|exceed|denied|killed|limit|conflict|cannot|exception/gi;
const LINE_END = /\r\n|\n|\r/;

export function readLines(output: string): readonly Line[] {
  const lines: Line[] = [];
  const marker = newMarker();
  for (const raw of relevantLines(unfold(output))) {
    if (raw.trim() === "") marker.blank();
    const told = reportedIn(raw);
    for (const each of told ?? texts(raw)) {
      const text = told === undefined ? each : clean(each);
      if (text === "") continue;
      lines.push({ raw: told === undefined ? raw : each, text, lower: text.toLowerCase(), kind: marker.kindOf(text) });
    }
  }
  return byLevel(lines);
}

/** Where a log tells errors as errors, what it only informs of is none. */
function byLevel(lines: readonly Line[]): readonly Line[] {
  if (!lines.some(({ text }) => TOLD_AS_ERROR.test(text))) return lines;
  return lines.map((line) =>
    line.kind === "plain" && TOLD_AS_INFO.test(line.text) ? { ...line, kind: "notice" } : line,
  );
}

/** The level of a log's line, behind the time if that still stands there. */
const LEVEL = "^(?:[\\d:.,TZ+/-]{5,40} {1,3})?\\[?(?:";
/** The same as a field: `time=… level=error msg=…`. */
const FIELD = '^(?:\\S+ ){0,3}?level="?';
const TOLD_AS_ERROR = new RegExp(
  `${LEVEL}ERROR|FATAL|CRITICAL|SEVERE)\\]?[\\s:\\[(-]|${FIELD}(?:error|fatal|panic)\\b`,
);
const TOLD_AS_INFO = new RegExp(
  `(?:${LEVEL}INFO|DEBUG|TRACE|VERBOSE)\\]?[\\s:\\[(-]|${FIELD}(?:info|debug|trace)\\b)(?!.*\\bFAIL)`,
);

/** Each line with the one after it. */
export function inPairs(lines: readonly Line[]): readonly Line[] {
  return lines.flatMap((line, at) => {
    const next = lines[at + 1];
    if (next === undefined || line.kind === "quoted" || next.kind === "quoted") return [];
    return [{ ...line, text: `${line.text} ${next.text}`, lower: `${line.lower} ${next.lower}` }];
  });
}

function relevantLines(output: string): readonly string[] {
  if (output.length <= HEAD_CHARS + TAIL_CHARS) return once(output.split(LINE_END));
  const head = output.slice(0, HEAD_CHARS).split(LINE_END);
  const tail = output.slice(-TAIL_CHARS).split(LINE_END);
  return once([...head, ...troubled(output, HEAD_CHARS, output.length - TAIL_CHARS), ...tail]);
}

/** Of a line that is repeated only the first and the last: logs repeat themselves by the thousand. */
function once(lines: readonly string[]): readonly string[] {
  const first = new Map<string, number>();
  const last = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    if (!first.has(line)) first.set(line, at);
    last.set(line, at);
  }
  return lines.filter((line, at) => first.get(line) === at || last.get(line) === at);
}

/** The last lines between two places that sound like trouble, without cutting the rest into lines. */
function troubled(output: string, from: number, to: number): readonly string[] {
  const found: string[] = [];
  const between = output.slice(from, to);
  TROUBLE.lastIndex = 0;
  for (let match = TROUBLE.exec(between); match !== null; match = TROUBLE.exec(between)) {
    const start = between.lastIndexOf("\n", match.index) + 1;
    const end = between.indexOf("\n", match.index);
    TROUBLE.lastIndex = end < 0 ? between.length : end;
    found.push(between.slice(start, Math.min(TROUBLE.lastIndex, start + TEXT_CHARS)));
    if (found.length >= BETWEEN_LINES_MAX * 2) found.splice(0, BETWEEN_LINES_MAX);
  }
  return found.slice(-BETWEEN_LINES_MAX);
}

/** One line, or what an agent's JSON event says. */
function texts(raw: string): readonly string[] {
  const trimmed = raw.trim();
  const told = isObject(trimmed) ? eventLines(trimmed) : undefined;
  if (told !== undefined) return told.map(clean);
  // A report quoted into one line; not where a backslash may belong to a path.
  if (trimmed.includes("\\n") && !/[A-Za-z]:\\/.test(trimmed)) return trimmed.split("\\n", ESCAPED_MAX).map(clean);
  return [clean(trimmed)];
}

/** Time stamps, names of containers and ornaments of terminal programs in front of what is said. */
const ORNAMENT =
  /^(?:[│┃║┆⎿⏺└├╰─▲⨯✘❌🔴🛑■]+ *|\[?\d{4}-\d\d-\d\d[T ][\d:.,]{8,18}Z?\]?:? |##\[error\] *|\[\d\d:\d\d:\d\d(?:\.\d+)?\] |[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,60} [\w.@/-]{1,60}(?:\[\d+\])?: |[a-z][\w.]{0,40}[_-][\w.-]{1,40} +\| |#\d+ \d+\.\d+ )+/u;

function clean(text: string): string {
  const cut = text.length <= TEXT_CHARS ? text : `${text.slice(0, TEXT_CHARS - 300)} ${text.slice(-300)}`;
  const bare = displaySafe(cut)
    .trim()
    .replace(ORNAMENT, "")
    .replace(/\\(?=["'`])/g, "")
    .trim();
  return inEnglish(withoutFileOfTest(bare));
}

const QUOTED: readonly RegExp[] = [
  // Stack frames.
  /^at .{1,200}(?::\d+|\(.{0,200}\)|<anonymous>|native)|^from \S{1,200}:\d+(?::|$)|^body of ["']|^In \S{1,200}\.\w{1,5}:$|^\d+:\d+ +\d+ \(|^\d+ \(\w[\w-]* "/,
  // Source with line numbers, gutters, carets.
  /^>? ?\d+ ?[|│]|^[|│]|^[\^~\s]+$/,
  // What passed.
  /^(?:✓|√|✔|✅|PASS\b|PASSED\b|ok \d+)|\bPASSED(?: +\[ *\d+%\])?$|^test \S+ \.\.\. ok$/,
  // Names of tests that did not.
  /^(?:[✕✗×] .{1,200}(?: > |\d ?m?s\)?$)|● .{0,300} › |not ok \d|--- FAIL|=== RUN|=== FAIL|FAIL +\S+ >|FAILED \S+::|# Subtest|_{3,} )/,
  // What a test expected and got.
  /^(?:E +)?(?:assertionerror|assert\b|expected\b(?! ["'`].{1,20}["'`] but )|received\b(?! (?:an? )?(?:unexpected|invalid|empty|none|no |http|status|error|signal|fatal|from))|actual\b|expect\()|^E +(?:\+|-|where\b|and\b)/i,
  // The list of options that a program prints when it was called wrongly.
  /^\[?-{1,2}\w[\w-]*(?:[ =][A-Z_<[][\w<>_-]*)?\]|^(?:\[-{1,2}\w)/,
  // Commands (not Gradle's sentences), comments, commits.
  /^(?:\$ |> (?![A-Z][a-z]+ )|\+\+? \w|\/\/|\/\*|\*\/|\* @\w)|^commit [0-9a-f]{7}|^[0-9a-f]{7,40} \S/,
];
const FAILED_CAUSE = /^e +(?:modulenotfounderror|importerror|syntaxerror|indentationerror|sqlalchemy|psycopg|django)/i;
const WARNING =
  /^(?:npm )?warn(?:ing)?\b(?! +(?:Failed|BackOff)\b)|^(?:\S+ ){0,3}?level="?warn(?:ing)?\b|^\[?warn(?:ing)?\b(?! +(?:Failed|BackOff)\b)|deprecat\w+warning|: warning\b|^warning:/i;
const NOTICE =
  /\bretrying\b|reconnecting|\bwill (?:be )?retr|\bretry \d+\/\d+|\battempt \d+ (?:failed|of \d+)|"?api_retry|trying again in/i;
const GAVE_UP =
  /total=0\b|giv(?:ing|en) up|gave up|exceeded|max(?:imum)? (?:number of )?(?:retries|attempts)|after \d+ (?:retries|attempts|tries)|exhausted|not retrying|no more retries|too many/i;

/** urllib3 announces its last try as a warning and then says nothing more. */
const LAST_TRY = /\bretry\(total=0\b/i;

interface Marker {
  kindOf(text: string): LineKind;
  blank(): void;
}

/** A diff goes on until something that is no part of one. */
function newMarker(): Marker {
  let inDiff = false;
  let afterFrame = false;
  return {
    blank() {
      afterFrame = false;
    },
    kindOf(text) {
      const frameBefore = afterFrame;
      afterFrame = /^File ".{1,300}", line \d+, in /.test(text);
      inDiff =
        /^@@ -\d|^diff --git |^[-+] (?:Expected|Received)\b/.test(text) || (inDiff && /^[-+@ ]|^index /.test(text));
      if (inDiff || afterFrame) return "quoted";
      if (frameBefore && !/^\w*(?:Error|Exception)\b/.test(text)) return "quoted";
      if (QUOTED.some((pattern) => pattern.test(text)) && !FAILED_CAUSE.test(text)) return "quoted";
      if (NOTICE.test(text) && !GAVE_UP.test(text)) return "notice";
      return WARNING.test(text) && !LAST_TRY.test(text) ? "warning" : "plain";
    },
  };
}
