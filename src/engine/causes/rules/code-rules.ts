/**
 * Rules for the code itself: a name nobody defines, a rule of the linter in one file, a file that does not parse, a
 * test, a conflict. What could be anybody's (the same mistake in two files) gets two names.
 */

import { endingsOf, pathName } from "../names/path-name.ts";
import { type CauseRule, type Found, type Parts, ruleOf } from "./cause-rule.ts";

export const CODE_RULES: readonly CauseRule[] = [
  ruleOf("symbol", /^(?:[^\n]*:\d+:\d+: )?undefined: (\w[\w.]*)/m, (name, parts) =>
    symbol(inPackage(name, parts), name),
  ),
  ruleOf("symbol", /undefined reference to [`'‘](\w+)/m, (name) => symbol(name)),
  ruleOf("symbol", /Property ["'](\w+)["'] does not exist on type ["']([^"'\n]+)["']/m, (name, parts) =>
    symbol(`${parts.at(2)}.${name}`),
  ),
  ruleOf("symbol", /Cannot find name ["'](\w+)["']/m, (name) => symbol(name)),
  ruleOf("symbol", /(?:type object )?["'](\w+)["'](?: object)? has no attribute ["'](\w+)["']/m, (name, parts) =>
    VAGUE.test(name) ? null : symbol(`${name}.${parts.at(2)}`),
  ),
  ruleOf("symbol", /NameError: name ["'](\w+)["'] is not defined/m, (name) => symbol(name)),
  ruleOf("symbol", /ReferenceError: (\w{3,}) is not defined/m, (name) => symbol(name)),
  ruleOf(
    "symbol",
    /undefined (?:local variable or )?method [`'](\w+[?!]?)['’] for (?:an instance of |#<)?([A-Z]\w+)/m,
    (name, parts) => (VAGUE.test(parts.at(2)) ? null : symbol(`${parts.at(2)}.${name}`)),
  ),
  ruleOf("symbol", /cannot find (?:function|type|value|struct|macro|trait)[^\n`]*`(\w+)`/m, (name) => symbol(name)),
  ruleOf("symbol", /symbol: +(?:class|method|variable) (\w+)/m, (name) => symbol(name)),
  ruleOf("symbol", /[Uu]nresolved reference:? ['"`]?(\w+)/m, (name) => symbol(name)),
  ruleOf("symbol", /NoSuch(?:Method|Field)Error: '?(?:[\w.<>[\]]+ )?([\w.$]+)/m, (name) => symbol(name)),
  ruleOf("symbol", /TypeError: ([\w$]{3,}(?:\.[\w$]+)+) is not a function/m, (name) =>
    name.startsWith("this.") ? null : symbol(name.replace(/\$\d+/g, "")),
  ),
  ruleOf("symbol", /TypeError: ([\w$]{4,}) is not a function/m, (name) => (ANY_CALL.test(name) ? null : symbol(name))),
  ruleOf("conflict", /CONFLICT \([^)\n]+\): (?:Merge conflict in )?(\S+)/m, (raw) => conflict(raw)),
  ruleOf("conflict", /error: (\S+): patch does not apply/m, (raw) => conflict(raw)),
  ruleOf("lint", /^([^\s:]{1,300}\.\w{1,8}):\d+:\d+:?[^\n]*[([]([\w/@-]{3,80})[)\]]$/m, (file, parts) =>
    lint(parts.at(2), file),
  ),
  ruleOf("lint", /^([^\s:]{1,300}\.\w{1,8}):\d+:\d+:? ([A-Z]{1,4}\d{3,4})\b/m, (file, parts) =>
    lint(parts.at(2), file),
  ),
  ruleOf(
    "lint",
    /^([^\n]{1,300}\.\w{1,6})\n[ \t]{1,8}\d+:\d+[ \t]+(?:error|warning)[^\n]*[ \t]([@\w/-]{3,80})$/m,
    (file, parts) => lint(parts.at(2), file),
  ),
  ruleOf("lint", /prettier[^\n]*--write (\S+)|(?:would reformat|\[warn\]) (\S{1,300}\.\w{1,8})/m, (file) =>
    lint("format", file),
  ),
  ruleOf(
    "syntax",
    /File "([^"\n]+)", line \d+\n[^\n]*\n[^\n]*\n?[^\n]*(?:SyntaxError|IndentationError|TabError)/m,
    (file) => unparsed(file),
  ),
  ruleOf(
    "syntax",
    /^(?:E\s+)?File "([^"\n]+)", line \d+(?=(?:.*\n){0,6}.{0,80}(?:SyntaxError|IndentationError))/m,
    (file) => unparsed(file),
  ),
  ruleOf(
    "syntax",
    /(?<![\w./\\@-])([\w./\\@-]{1,300}\.\w{1,6})(?:\?[^:\s]{0,200})?[:(]\d+[:,]\d+\)?:[^\n]*(?:error TS1\d{3}|ERROR: Expected|SyntaxError|[Uu]nexpected token|syntax error)/m,
    (file) => unparsed(file),
  ),
  ruleOf("syntax", /SyntaxError: ([\w./\\@-]{1,300}\.\w{1,6}):/m, (file) => unparsed(file)),
  ruleOf("test", /^--- FAIL: (\w[\w/]*)/m, (name) => test(name)),
  ruleOf("test", /^(?:FAILED|ERROR) (\S+::\S+)/m, (name) => test(name)),
  ruleOf("test", /^\s*● ([^\n]+ › [^\n]+)$/m, (name) => test(name)),
  ruleOf("test", /^ *(?:FAIL|×|✗|✕|❯) +(\S+\.\w+ > [^\n]+?)(?: \d+ms)?$/m, (name) => test(name)),
  ruleOf("test", /thread '([\w:]+)' panicked at/m, (name) => (name === "main" ? null : test(name))),
  ruleOf("test", /^test (\S+) \.\.\. FAILED/m, (name) => test(name)),
  // A line number is nobody's name where the test has one.
  ruleOf("test", /^rspec (\.\/\S+:\d+)/m, (name, _, { subject }) => test(subject ?? name)),
  ruleOf("test", /^not ok \d+ -? ?(\S[^\n]+)$/m, (name) => test(name)),
  ruleOf("crash", /thread '[^'\n]+' panicked at ([^\s:]+\.rs):\d+/m, (file) => panicked(file)),
];

/** A test, file or symbol as a classifier names it. */
export const subjectCauses: Readonly<
  Record<"test" | "syntax" | "conflict" | "symbol", (subject: string) => Found | null>
> = {
  symbol: (subject) => named(subject),
  test: (subject) => test(subject),
  syntax: (subject) => unparsed(subject),
  conflict: (subject) => conflict(subject),
};

/** Types of values that everybody has; their missing members share no cause. */
/** Parameters that every program calls by these names. */
const ANY_CALL =
  /^(?:call(?:back)?|next|done|func|handler|listener|resolve|reject|require|fetch|render|default|dispatch|object|undefined)$/i;
const VAGUE = /^(?:NoneType|nil|NilClass|str|int|float|dict|list|tuple|bool|object|function|set|bytes|module)$/;

/** Go prints the package above its errors. */
function inPackage(name: string, { text }: Parts): string {
  const from = /^# (\S+)/m.exec(text)?.[1];
  return from === undefined ? name : `${from}.${name}`;
}

function symbol(key: string, shown = key): Found {
  const last = key.split(/[.:#/]+/).at(-1) ?? key;
  const looser = last !== key && last.length > 3 && !ANY_CALL.test(last) ? { looser: [last.toLowerCase()] } : {};
  return { name: key.toLowerCase(), ...looser, kind: "code", says: `${shown} is not defined` };
}

/** A symbol that somebody names alone; a file says only where it was noticed. */
function named(subject: string): Found | null {
  const name = subject.trim();
  if (!/^[A-Za-z_$][\w$.:#!?-]{3,80}$/.test(name) || /\.[a-z]{1,4}$|[/\\]/.test(name) || ANY_CALL.test(name))
    return null;
  const last = name.split(/[.:#]+/).at(-1) ?? name;
  if (ANY_CALL.test(last) || VAGUE.test(name) || VAGUE.test(name.split(/[.:#]+/)[0] ?? "")) return null;
  return symbol(name);
}

function conflict(raw: string): Found {
  const name = pathName(raw);
  return { name, kind: "code", says: `${name} is changed in two ways that do not merge` };
}

function lint(rule: string, raw: string): Found {
  const file = pathName(raw);
  return { name: `${rule} in ${file}`, kind: "code", says: `${file} breaks the rule ${rule}` };
}

/** Null for a file that others installed: it reads what does not parse, it is not that. */
function unparsed(raw: string): Found | null {
  if (/node_modules|site-packages|dist-packages|node:internal/.test(raw)) return null;
  const name = pathName(raw);
  return { name, looser: endingsOf(name), kind: "code", says: `${name} cannot be parsed` };
}

function test(raw: string): Found {
  const name = raw.trim().replace(/\s+\(?\d+(?:\.\d+)? ?m?s\)?$/, "");
  // Some runners put the suite before it, some do not.
  const last = name.split(/ [›>] |::|#|\.(?=test_)/).at(-1) ?? name;
  const looser = last !== name && last.length >= TEST_NAME_MIN ? { looser: [last] } : {};
  return { name, ...looser, kind: "code", says: `the test ${name} fails` };
}

/** Shorter names are those of many tests. */
const TEST_NAME_MIN = 10;

function panicked(raw: string): Found {
  const name = pathName(raw);
  return { name, kind: "code", says: `${name} panics` };
}
