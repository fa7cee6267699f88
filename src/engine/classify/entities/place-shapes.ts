/** How outputs name where something is wrong: tests, rules of a linter, files. Data only. */
import type { Shape } from "./shape.ts";

export const PLACE_SHAPES: readonly Shape[] = [
  // Tests.
  { kind: "test", has: "failed", find: /(?:^|\s)(?:FAILED|ERROR) \S+?::(?:\w+::)*(?<s>\w[^\s[]*)/g, weight: 3 },
  {
    kind: "test",
    has: "fail",
    find: /^(?:--- FAIL:|=== FAIL:?(?: \S+)?|FAIL:|ERROR:) (?<s>[A-Za-z_][\w/]*)/g,
    weight: 3,
  },
  { kind: "test", has: "panicked", find: /thread '(?!main|tokio|<)(?<s>[\w:]+)'(?: \(\d+\))? panicked/g, weight: 3 },
  { kind: "test", has: "... failed", find: /^test (?<s>\S+)(?: - should panic)? \.\.\. FAILED/g, weight: 3 },
  {
    kind: "test",
    has: "not ok",
    find: /^not ok \d+(?: -)? (?!.*\.(?:[cm]?[jt]sx?|py|rb)\b)(?<s>[^#\n]{1,150}?)(?: # .*)?$/g,
    weight: 3,
  },
  {
    kind: "test",
    has: "› | > ",
    find: /^(?:●|FAIL|×|✕|✗|❯)\s.*(?: › | > )(?<s>[^›>\n]{1,150}?)(?: \d+ ?m?s)?$/g,
    weight: 3,
  },
  { kind: "test", has: "___", find: /^_{3,} (?:\w+\.)*(?<s>\w[^\s_]\S*) _{3,}$/g, weight: 3 },
  {
    kind: "test",
    has: "● |✕|✗|✖|×",
    find: /^(?:●|✕|✗|✖|×|✘) (?!.*(?: › | > ))(?<s>[\w][^\n]{1,150}?)(?: \(?\d+(?:\.\d+)? ?m?s\)?)?$/g,
    weight: 2,
  },
  {
    kind: "test",
    has: ") ",
    find: /^\d+\) (?:(?:Failure|Error):? ?)?(?:test )?(?<s>[\w][^\n(]{1,120}?)(?: \([\w.]+\))?:?$/g,
    weight: 2,
  },
  { kind: "test", has: "#test", find: /^\w+#(?<s>test\w+)/g, weight: 3 },
  { kind: "test", has: "[fail]|✘", find: /\[fail\]:? (?<s>[^\n]{1,150})$/g, weight: 3 },
  { kind: "test", has: ") test ", find: /^\d+\) test (?<s>[^\n(]{1,120}) \([\w.]+\)$/g, weight: 3 },
  { kind: "test", has: "fail|error", find: /^(?:FAIL|ERROR): (?<s>test\w+) \(/g, weight: 3 },
  // Rules of linters.
  {
    kind: "rule",
    has: "error|warning",
    find: /\b\d+:\d+\s+(?:error|warning)\s.{1,300}?\s{2,}(?<s>[@\w/-]{3,60})$/g,
    weight: 3,
  },
  { kind: "rule", has: ":", find: /^\S+:\d+(?::\d+)?:?\s.{1,300}[([](?<s>[\w/@-]{3,60})[)\]]$/g, weight: 2 },
  { kind: "rule", has: ":", find: /^(?:\S+:\d+(?::\d+)?:?\s+)?(?<s>[A-Z]{1,4}\d{3,5})\b(?!:? error)/g, weight: 2 },
  { kind: "rule", has: "sc", find: /\b(?<s>SC\d{4})\b/g, weight: 2 },
  // Files: where something is wrong, and what could not be opened.
  {
    kind: "file",
    has: "no such file|is a directory",
    find: /(?:no such file or directory|is a directory)(?:: |, (?:open |stat |lstat |scandir |mkdir |\w+ )?| @ \w+ - |: open | - )(?:(?:posix_)?spawn\w*\s*)?(?:['"‘`](?<s>[^'"’`\n]+)['"’`]|(?<t>(?:[A-Za-z]:)?[\w.~@/\\+-]*[./\\][\w.~@/\\+-]*\w))/gi,
    weight: 3,
  },
  {
    kind: "file",
    has: "no such file|os error 2",
    find: /(?<![\w./\\~@-])['"‘`]?(?<s>(?:[A-Za-z]:)?[\w.~@/\\+-]*[./\\][\w.~@/\\+-]+)['"’`)]*: (?:cannot (?:open|stat|access)[^:]*: |\w+: )?no such file/gi,
    weight: 3,
  },
  {
    kind: "file",
    has: "open|stat|access|read|find|load|stream",
    find: /(?:cannot|could not|couldn['’]t|unable to|failed to|can['’]t) (?:open|stat|access|read|find|load)(?: the)?(?: config(?:uration)?(?= ))?(?: file| stream)?:? ?['"‘`]?(?<s>[\w.~@/\\:+-]*[./\\][\w.~@/\\+-]+)/gi,
    weight: 3,
  },
  {
    kind: "file",
    has: "no rule|nosuchfile|enoent|filenotfound",
    find: /no rule to make target ['"‘`](?<s>[^'"’`\n]+)|NoSuchFile\w*: (?<t>\S+)|ENOENT[^\n]*?, \w+ ['"](?<u>[^'"\n]+)/gi,
    weight: 3,
  },
  { kind: "file", has: "path ", find: /^npm (?:ERR!|error) path (?<s>\S.*)$/g, weight: 3 },
  {
    kind: "file",
    has: "not found|does not exist|doesn't exist|not exist|missing|is absent",
    find: /(?<![\w./\\~@-])['"‘`]?(?<s>(?:[A-Za-z]:)?[\w.~@/\\+-]*[./\\][\w.~@/\\+-]*\w)['"’`)]* (?:file )?(?:does not exist|doesn['’]t exist|not found|could not be found|is missing|is absent)|(?:file )?not found:? ['"‘`]?(?<t>(?:[A-Za-z]:)?[\w.~@/\\+-]*[./\\][\w.~@/\\+-]+)/gi,
    weight: 3,
  },
  {
    kind: "file",
    has: "denied|eacces|not permitted|eperm|readonly|read-only",
    find: /(?:permission denied|operation not permitted|EACCES|EPERM)[^'"‘`\n]{0,60}['"‘`](?<s>[^'"’`\n]+)['"’`]|(?<![\w./\\~@-])(?<t>[\w.~@+-]*[/\\][\w./\\~@+-]+)['"’`]?: permission denied|(?:mkdir|open|write|unlink|rename|access|exec)\w*:? ['"‘`]?(?<u>\/[\w./\\~@+-]+)['"’`]?: (?:permission denied|operation not permitted)/gi,
    weight: 3,
  },
  { kind: "file", has: "overwritten", find: /would be overwritten by \w+:?\s+(?<s>\S+\.\w+)/g, weight: 3 },
  {
    kind: "file",
    has: "reformat|--write|[warn]|imports are incorrectly",
    find: /would reformat (?<s>\S+)|--write (?<t>\S+)|^\[warn\] (?<u>\S+\.\w+)$|ERROR: (?<v>\S+) Imports are/g,
    weight: 3,
  },
  {
    kind: "file",
    has: "conflict|patch|overwritten",
    find: /CONFLICT \([^)\n]+\): (?:Merge conflict in )?(?<s>\S+)|patch failed: (?<t>[^\s:]+)|error: (?<u>\S+): patch does not apply/g,
    weight: 3,
  },
  {
    kind: "file",
    has: "already exists",
    find: /['"‘`](?<s>[^'"’`\n]*[/\\][^'"’`\n]+)['"’`] already exists/g,
    weight: 3,
  },
  {
    kind: "file",
    has: "exist",
    find: /(?:Unable to create|unable to create) ['"](?<s>[^'"\n]*\.lock)['"]: File exists/g,
    weight: 3,
  },
  { kind: "file", has: "line ", find: /File "(?<s>[^"\n]+)", line \d+$/g, weight: 2 },
  {
    kind: "file",
    has: "line |parse|format|syntax",
    find: /(?:\bat|\bin|\bformat|parsing|parse) ['"‘`]?(?<s>[\w./\\@+-]+\.[A-Za-z]\w{0,7})['"’`]?(?: line \d+|:|$)|^(?:\w+: )?(?<t>[\w./\\@+-]+\.[A-Za-z]\w{0,7})(?:: line \d+:| \(\d+:\d+\))|(?:^|: )(?<u>[\w./\\@+-]+\.[A-Za-z]\w{0,7}) \(\d+:\d+\)/g,
    weight: 2,
  },
  { kind: "file", find: /^(?<s>(?:[A-Za-z]:)?[\w./\\@+-]*[/\\][\w./\\@+-]*\.[A-Za-z]\w{0,7})$/g, weight: 1 },
  {
    kind: "file",
    find: /(?<![\w./\\@-])(?:file:\/\/)?(?<s>(?:[A-Za-z]:)?[\w./\\@+-]{1,200}\.[A-Za-z]\w{0,7})(?:\?[^\s:]{0,100})?(?::\d+(?::\d+)?|\(\d+,\d+\)|:\[\d+,\d+\])/g,
    weight: 1,
  },
];
