/** How outputs name what lies around the code: databases, hosts, programs, packages. Data only. */
import { NAME, type Shape } from "./shape.ts";

const HOST = "(?:[a-z0-9](?:[a-z0-9-]{0,62}\\.)+[a-z]{2,24}|localhost)(?::\\d{2,5})?";

/** Pages that explain an error, or where one pays, are not what it is about. */
const EXPLAINING =
  "(?:docs?\\b|help|issues|billing|pricing|settings|error-codes|errors\\b|troubleshoot|api-keys|rate-limit|quota|features|legal|terms|upgrade|plans|guides?|status|learn|blog|wiki|faq|support|account)";

export const OUTSIDE_SHAPES: readonly Shape[] = [
  // Databases.
  {
    kind: "column",
    has: "column",
    find: /column ["'“`«]?(?<n>\w+)["'”`»]? of (?:relation|table) ["'“`«]?(?<m>[\w.]+)/gi,
    weight: 3,
  },
  {
    kind: "column",
    has: "no column",
    find: /table ["'“`]?(?<m>[\w.]+)["'”`]? has no column (?:named )?["'“`]?(?<n>\w+)/gi,
    weight: 3,
  },
  {
    kind: "column",
    has: "missing column",
    find: /missing column \[?(?<n>\w+)\]? in table \[?(?<m>[\w.]+)/gi,
    weight: 3,
  },
  {
    kind: "column",
    has: "column",
    find: new RegExp(`(?:(?:no such|unknown|invalid) (?:column|field)(?: name)?:?|column) ${NAME}`, "gi"),
    weight: 3,
  },
  {
    kind: "table",
    has: "table|relation|object name|view|collection",
    find: new RegExp(
      `(?:(?:no such|unknown|missing) table:?|table|relation|invalid object name|collection) ${NAME} ?(?:does not exist|doesn['’]t exist|n['’]existe|existiert nicht|no existe|already exists|not found|was not found|$)`,
      "gi",
    ),
    weight: 3,
  },
  {
    kind: "table",
    has: "such table|missing table|object name",
    find: new RegExp(`(?:no such table|unknown table|missing table|invalid object name):? \\[?${NAME}`, "gi"),
    weight: 3,
  },
  { kind: "table", has: "relation", find: /relation [«“"](?: ?)(?<s>[\w.]+)(?: ?)[»”"]/gi, weight: 3 },
  {
    kind: "migration",
    has: "migration|revision",
    find: /(?:revision|migration)(?:s)?(?: identified by| name:?)? ?['"`](?<s>[\w.-]{6,80})['"`]|['"`](?<t>\d{8,}\w*)['"`] migration|migration (?<u>\d{8,}\w*)/gi,
    weight: 3,
  },
  { kind: "database", has: "database", find: /(?:unknown database|database) ["'`](?<s>[\w-]+)["'`]/gi, weight: 2 },
  {
    kind: "column",
    has: "unknown attribute",
    find: /unknown attribute ['"`](?<n>\w+)['"`] for (?<m>[A-Z]\w+)/g,
    weight: 3,
  },
  // Hosts.
  { kind: "host", has: "host name|hostname", find: /host ?name ["'](?<s>[\w-]{2,60})["']/gi, weight: 3 },
  {
    kind: "host",
    has: "getaddrinfo|enotfound|eai_again|resolve|lookup|name or service|unknownhost|unknown host|nodename|no such host|socketerror|translate host",
    find: new RegExp(
      `(?:getaddrinfo(?: \\w+)?|resolve(?: host(?:name)?| proxy)?:?|lookup|UnknownHost\\w*:|unknown host:?|translate host name|address [‘'"])\\s*["'‘\`(]?(?<s>${HOST})`,
      "gi",
    ),
    weight: 3,
  },
  {
    kind: "host",
    has: "connect|refused|reach|tcp|econn|etimedout|timed out|unreachable|hostname|host=",
    find: new RegExp(
      `(?:connect(?:ion|ing)?(?: error)?(?: to)?(?: server at)?(?=[\\s"'‘(:])|reach(?: database server at| server)?|tcp|server on|broker|host(?:name)?[=:]|server at|unable to access|connection for)\\s*(?:tcp )?["'‘\`(]*(?:https?://)?(?<s>${HOST})`,
      "gi",
    ),
    weight: 3,
  },
  {
    kind: "host",
    has: "http",
    find: new RegExp(`https?://(?:[^@/\\s]{1,80}@)?(?<s>${HOST})(?![^\\s"']*${EXPLAINING})`, "gi"),
    weight: 2,
  },
  {
    kind: "host",
    has: "://",
    find: new RegExp(`\\b(?!https?:|file:|unix:|git:)[a-z][a-z0-9+]{1,20}://(?:[^@/\\s]{1,80}@)?(?<s>${HOST})`, "gi"),
    weight: 2.5,
  },
  { kind: "host", has: "port", find: /(?:server at |host )["'](?<s>[\w.-]+)["'][^\n]{0,60}port \d+/gi, weight: 2 },
  {
    kind: "host",
    has: "127.0.0.1|::1|localhost",
    find: /(?<![\w.])(?:127\.0\.0\.1|\[?::1\]?|localhost)[:\s,"']+(?:port )?(?<p>\d{2,5})\b/g,
    weight: 3,
  },
  {
    kind: "host",
    has: "localhost|127.0.0.1",
    find: /"?(?:localhost|127\.0\.0\.1)"?[^\n]{0,60}?port (?<p>\d{2,5})|\blocalhost\b[^\n]{0,30}?(?:127\.0\.0\.1|\[?::1\]?)\|?:(?<q>\d{2,5})/g,
    weight: 3,
  },
  {
    kind: "host",
    has: "econn|etimedout|enotfound|eai_again|ehostunreach|host=",
    find: /\b(?:E[A-Z]{4,12}|EAI_AGAIN):? (?:[a-z]+ )?(?<s>[a-z0-9](?:[a-z0-9-]{0,62}\.)+[a-z]{2,24})(?::\d+)?|\bhost=['"](?<t>[a-z0-9](?:[a-z0-9-]{0,62}\.)+[a-z]{2,24})['"]/g,
    weight: 3,
  },
  // Programs.
  {
    kind: "program",
    has: "not found|not recognized|enoent|no such file|spawn|executable|not installed|cannot run program|failed to execute|could not execute",
    find: /(?:spawn(?:Sync)? (?<s>[^\s"']+) E(?:NOENT|ACCES)|(?:^|[\s:])(?<t>[\w./+-]{1,80}): (?:command )?not found(?: \(os error \d+\))?$|command not found: (?<u>[\w./+-]+)|(?<![\w./+-])(?<v>[\w./+-]{1,80})['"’]? is not recognized as|exec(?:utable)?:? ["'‘](?<w>[^"'’\n]+)["'’]: executable file not found|cannot run program ["'](?<x>[^"'\n]+)|env: [‘'"]?(?<y>[\w.+-]+)[’'"]?: No such file|(?:posix_spawn|execvp?)\s+['"](?<z>[^'"\n]+)|(?<a>[\w.+-]{2,60}) (?:executable|binary) (?:was )?not found|could not execute (?:process )?[`'"](?<b>[\w./+-]+)|No such file or directory: ['"](?<c>[\w.+-]+)['"]$|No such file or directory - (?<d>[\w+-]+)$)/gi,
    weight: 3,
  },
  {
    kind: "program",
    has: "process",
    find: /process didn['’]t exit successfully: `(?:\S*\/)?(?<s>[\w.-]+)[^`]*`/gi,
    weight: 3,
  },
  {
    kind: "program",
    has: "terminated by signal|crashed|with signal",
    find: /(?<![\w.-])(?<u>[\w./+-]*?[\w.+-]{2,60}) exited with signal |(?<![\w.-])(?<s>[\w.+-]{2,60}) (?:was )?terminated by signal|\bthe (?<t>[\w.+-]*?\w)(?:_v\d[\d.]*)? (?:plugin|process|daemon|worker|provider) crashed/gi,
    weight: 3,
  },
  {
    kind: "program",
    has: "has crashed|segmentation fault|core dumped|panicked|terminated by signal|killed",
    find: /oh no: (?<s>\w+) has crashed|(?<!\w)(?<t>(?!panic|thread|main|error|fatal)[\w./-]{2,80}): (?:segmentation fault|aborted|illegal instruction|bus error)|registry\/src\/[^/\s]+\/(?<u>[\w-]+?)-\d+\.\d|(?:segmentation fault|aborted|killed)\s+(?:\(core dumped\)\s+)?(?:\.\/)?(?<v>[\w./-]{2,80})/gi,
    weight: 2,
  },
  {
    kind: "program",
    has: "killed process|is not a git command|linker",
    find: /killed process \d+ \((?<s>[\w.-]+)\)|'(?<t>[\w-]+)' is not a git command|linker [`'"](?<u>[^`'"\n]+)[`'"]/gi,
    weight: 3,
  },
  // Packages.
  {
    kind: "package",
    has: "resolve|find|artifact|plugin",
    find: /(?<!(?:for|on) project )(?<![\w./:-])(?<s>[a-z][\w-]*(?:\.[\w-]+)+:[\w.-]+(?::[\w.-]*\w)*)/g,
    weight: 3,
  },
  {
    kind: "package",
    has: "package|dependency|formula|gem|crate|library|artifact",
    find: /(?:packages?|dependency|formula|gem|crate|library|artifact)(?: with the name| named| called| provided by|:)? ["'`‘“](?<s>[\w@./+:-]+)(?: v[\d.]+)?["'`’”]|(?:unknown package:|there is no package called|named|dependency of|depends on) ["'`‘“]?(?<t>[\w@./+-]*[a-z][\w@./+-]*)["'`’”]?(?= \(|$| which|,)/gi,
    weight: 3,
  },
  {
    kind: "package",
    has: "cannot find -l|no such package",
    find: /cannot find -l(?<s>[\w+.-]*\w)|^(?<t>[\w.+-]+) \(no such package\)/g,
    weight: 3,
  },
  {
    kind: "package",
    has: "no matching distribution|satisfies the requirement|no matching package|no matching version|not in this registry|not in the|could not find gem|requirement|could not find package|couldn't find any versions|depends on|peer ",
    find: /(?:no matching (?:distribution found for|package named|version found for)|satisfies the requirement|could not find gem|couldn['’]t find any versions for|could not find package|required by|version for the requirement|requires) ["'`]?(?<s>@?[\w./-]*[\w](?:==?[\w.]+)?)/gi,
    weight: 3,
  },
  {
    kind: "package",
    has: "404",
    find: /404[^\n]*?['"](?<s>@?[\w./-]+?)@[^'"\n]*['"]|404[^\n]*?https?:\/\/[^/\s]+\/(?<t>@?[\w.%-]+)\b/gi,
    weight: 3,
  },
  { kind: "package", has: "peer ", find: /peer (?:dep\w* )?\S+ from (?<s>@?[^@\s]+)@/g, weight: 3 },
  {
    kind: "package",
    has: "checksum mismatch",
    find: /verifying (?<s>[\w./@-]+?)(?:\/go\.mod)?: checksum mismatch/g,
    weight: 3,
  },
  {
    kind: "package",
    has: "build|compile|wheel|install",
    find: /(?:failed (?:building wheel for|to build)|could not (?:compile|build)(?: wheels for)?|custom build command for) [`'"]?(?<s>[\w.-]+)/gi,
    weight: 2,
  },
];
