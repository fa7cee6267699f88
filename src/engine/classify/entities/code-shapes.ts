/** How outputs name what code is made of: modules and symbols. Data only. */
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
    has: "method|attribute|property|member|field|getter",
    find: /\b(?:method|attribute|property|member|field|getter) ['"‘`](?<n>[\w$]+)['"’`](?: [\w'’]+){0,6}? (?:for|on|of|in) (?:the )?(?:class|type|struct|object|module|enum|interface)? ?['"‘`](?<m>[\w$.]+)['"’`]/gi,
    weight: 3,
  },
  {
    kind: "symbol",
    has: "has no member",
    find: /of type ['"‘`](?<m>[\w$.]+)['"’`] has no member ['"‘`](?<n>[\w$]+)/gi,
    weight: 3,
  },
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
    find: /(?:module |type object )?['"‘`]?(?<m>[\w.$]+)['"’`]?(?: object| instance)? has no (?:attribute|member|field|method)(?: named)? ['"‘`]?(?<n>(?!or\b)\w+)/gi,
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
  // The line before it says which member is missing.
  {
    kind: "symbol",
    has: "symbol: method",
    find: /symbol:\s+(?:method|variable) (?<n>\w+)[^\n]{0,80}?location:[^\n]{0,60}? of type (?:[a-z]\w*\.)*(?<m>[A-Z]\w*)/g,
    weight: 3,
  },
  { kind: "symbol", has: "symbol:", find: /symbol:\s+(?:class|method|variable) (?<s>\w+)/gi, weight: 3 },
  {
    kind: "symbol",
    has: "no method|nosuchmethod|no such method|no function clause",
    find: /(?:NoSuch(?:Method|Field)Error:? '?(?:[\w.<>[\]]+ )?|no (?:such )?method (?:named )?[`'"]?)(?<s>[A-Za-z_][\w.$]*)/g,
    weight: 3,
  },
  {
    kind: "symbol",
    has: "in scope|not found: value|not found: type|isn't defined|isn’t defined",
    find: /cannot find ['"‘`](?<s>\w+)['"’`] in scope|not found: (?:value|type|object) (?<t>\w+)|(?:method|getter|function|class) ['"‘`](?<u>\w+)['"’`] isn['’]t defined/gi,
    weight: 3,
  },
  {
    kind: "module",
    has: "module not found|no such target",
    find: /module not found:? ["'](?<s>[^"'\n]+)["']|no such target ['"](?<t>[^'"\n]+)['"]/gi,
    weight: 3,
  },
  {
    kind: "module",
    has: "does not provide|is not exported by|matching export in",
    find: /requested module ['"](?<s>[^'"\n]+)['"] does not provide|is not exported by ['"](?<t>[^'"\n]+)['"]|no matching export in ['"](?<u>[^'"\n]+)['"]/gi,
    weight: 3,
  },
  {
    kind: "module",
    has: "module named|module called",
    find: /module (?:named|called) ['"‘`](?<s>[\w./@-]+)['"’`]/gi,
    weight: 3,
  },
];
