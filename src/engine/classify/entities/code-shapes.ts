/** How outputs name what code is made of: modules, symbols, files, tests, rules of a linter. Data only. */
import { NAME, QUOTED, type Shape } from "./shape.ts";

const MISSING =
  "(?:not found|does not exist|doesn['’]t exist|could not be (?:found|resolved|loaded)|cannot be (?:found|resolved|loaded)|is missing|was not found|not installed|is not (?:available|installed|defined|exported))";
const UNFOUND =
  "(?:cannot|can['’]?t|could not|couldn['’]t|unable to|failed to|error:? ?(?:while )?)\\s*(?:be )?(?:find|resolve|resolving|locate|load|loading|import|importing|open|read)";

export const CODE_SHAPES: readonly Shape[] = [
  // Modules.
  {
    kind: "module",
    has: "module|package|import|crate|library|plugin",
    find: new RegExp(
      `${UNFOUND}(?: the| a)? (?:module|package|import|crate|library|plugin|dependency)(?: named| for| path)?:? ${NAME}`,
      "gi",
    ),
    weight: 3,
  },
  {
    kind: "module",
    has: "no module named|no such module|unknown module",
    find: new RegExp(`(?:no module named|no such module|unknown module):? ${NAME}`, "gi"),
    weight: 3,
  },
  {
    kind: "module",
    has: "resolve",
    find: new RegExp(
      `(?:can['’]?t|cannot|could not|couldn['’]t|unable to|failed to) resolve(?: import| entry(?: module)?| path| module)?:? ${QUOTED}`,
      "gi",
    ),
    weight: 3,
  },
  {
    kind: "module",
    has: "module|package|crate|library|plugin|namespace",
    find: new RegExp(`(?:module|package|crate|library|plugin|namespace) ${NAME} (?:${MISSING}|is not in)`, "gi"),
    weight: 3,
  },
  {
    kind: "module",
    has: "provides package|such file --|unresolved import|unlinked crate|no crate|crate or module|for module",
    find: new RegExp(
      `(?:provides package|cannot load such file --|unresolved import|unlinked crate|undeclared (?:crate|type) or module|file not found for module|find crate for|unresolved module or unlinked crate|unresolved name) ${NAME}`,
      "gi",
    ),
    weight: 3,
  },
  {
    kind: "module",
    has: "noclassdeffound|classnotfound",
    find: /(?:NoClassDefFound\w*|ClassNotFound\w*)(?::| »|)\s+(?<s>[\w$]+(?:[./][\w$]+)+)/g,
    weight: 3,
  },
  { kind: "module", has: ".h", find: /(?:^|\s)(?<s>[\w./+-]{1,120}\.h(?:pp|h)?): no such file/gi, weight: 3 },
  {
    kind: "module",
    has: "can't locate|@inc|cannot open module|module file|package require|find package",
    find: /can't locate (?<s>[\w/]+)\.pm|cannot open module file [‘'"](?<t>[\w.]+?)\.mod|can't find package (?<u>[\w:.-]+)/gi,
    weight: 3,
  },
  {
    kind: "module",
    has: "module",
    find: /(?:程序包|模块|modul|módulo|paket)\s*(?<s>[\w.$/@-]{3,120})\s*(?:不存在|nicht|no |n'existe|не )/gi,
    weight: 3,
  },
  { kind: "module", has: "不存在", find: /程序包(?<s>[\w.]{3,120})不存在/g, weight: 3 },
  {
    kind: "symbol",
    has: "unresolved import",
    find: /unresolved import `(?<s>(?:crate|self|super)::[\w:]+)`/g,
    weight: 3,
  },
  {
    kind: "module",
    has: "import ",
    find: /^(?:\d+ \|\s*)?(?:import|from) (?<s>[A-Za-z_][\w.]{1,100})(?: import\b|;?$)/g,
    weight: 1,
  },
  {
    kind: "module",
    has: "failed to import|cannot import|unable to import|error importing",
    find: new RegExp(
      `(?:failed|cannot|unable|error)(?: to)? import(?:ing)?(?: the)?(?: module)? (?!name )${NAME}`,
      "gi",
    ),
    weight: 3,
  },
  { kind: "module", has: "import", find: new RegExp(`import ${QUOTED} could not be resolved`, "gi"), weight: 3 },
  // Symbols.
  {
    kind: "symbol",
    has: "cannot import name",
    find: /cannot import name ['"‘](?<n>\w+)['"’] from (?:partially initialized module )?['"‘](?<m>[\w.]+)/gi,
    weight: 3,
  },
  {
    kind: "symbol",
    has: "does not exist on type",
    find: /Property ['"‘](?<n>[\w$]+)['"’] does not exist on type ['"‘](?:typeof )?(?<m>[\w$.]+)/gi,
    weight: 3,
  },
  {
    kind: "symbol",
    has: "has no attribute|has no member|has no field|has no method",
    find: /(?:module |type object )?['"‘`]?(?<m>[\w.$]+)['"’`]?(?: object| instance)? has no (?:attribute|member|field|method)(?: named)? ['"‘`]?(?<n>\w+)/gi,
    weight: 3,
  },
  {
    kind: "symbol",
    has: "undefined|undeclared|not defined|unresolved|not declared|unbound|unknown identifier",
    find: /(?:undefined reference to|undefined symbol:?|undefined:|undefined (?:local variable or )?(?:method|function|variable|constant)|use of undeclared identifier|unresolved (?:reference|external symbol|identifier):?|call to undefined (?:function|method)|unknown identifier) ['"‘`]*(?<s>[A-Za-z_$][\w$:.]*)/gi,
    weight: 3,
  },
  {
    kind: "symbol",
    has: "not defined|not declared|undeclared|not a function|undefined|not in scope|unbound value|unbound module",
    find: /['"‘`]?(?<s>[A-Za-z_$][\w$.]{0,100})['"’`]?(?:\(\))? (?:is not defined|was not declared|undeclared|is not a function|is not a constructor|is undefined)|(?:not in scope:|unbound (?:value|module|constructor)) ['"‘`]?(?<t>[\w.']+)/gi,
    weight: 3,
  },
  {
    kind: "symbol",
    has: "cannot find",
    find: /cannot find (?:function|type|value|struct|macro|trait|name|symbol)[^`'"\n]{0,30}[`'"](?<s>[\w:.$]+)[`'"]/gi,
    weight: 3,
  },
  { kind: "symbol", has: "could not find", find: /could not find `(?<s>\w+)` in `[\w:]+`/gi, weight: 3 },
  {
    kind: "module",
    has: "no exported member",
    find: /Module ['"]+(?<s>[^'"\n]+)['"]+ has no exported member/g,
    weight: 3,
  },
  {
    kind: "symbol",
    has: "no exported member|export named|not exported|no matching export",
    find: /has no exported member (?:named )?['"‘`](?<s>\w+)|export named ['"‘`](?<t>\w+)|['"‘`](?<u>\w+)['"’`] is not exported|no matching export in \S+ for import ['"](?<v>\w+)/gi,
    weight: 3,
  },
  { kind: "symbol", has: "symbol:", find: /symbol:\s+(?:class|method|variable) (?<s>\w+)/gi, weight: 3 },
  {
    kind: "symbol",
    has: "no method|nosuchmethod|no such method|no function clause",
    find: /(?:NoSuch(?:Method|Field)Error:? '?(?:[\w.<>[\]]+ )?|no (?:such )?method (?:named )?[`'"]?)(?<s>[A-Za-z_][\w.$]*)/g,
    weight: 3,
  },
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
