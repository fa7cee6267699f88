/** Rules for programs and files that are not there, settings that nobody gave, and paths that may not be touched. */

import { endingsOf, pathName } from "../names/path-name.ts";
import { type CauseRule, type Found, ruleOf } from "./cause-rule.ts";

const PATH = "[\"'`]?([^\"'`\\n,]+?)[\"'`]?";

export const FILE_RULES: readonly CauseRule[] = [
  program(/(?:posix_)?spawn(?:Sync)? ["']?([^\s"',]+)["']? E(?:NOENT|ACCES)/m),
  program(/posix_spawn\s+["']([^"']+)["']/m),
  program(/^(?:\S+: )?(?:(?:line )?\d+: )?([\w./+-]+): (?:command )?not found$/m),
  program(/command not found: ([\w./+-]+)/m),
  program(/(?<![\w./+-])([\w./+-]{1,200})["']? is not recognized as (?:an internal|the name)/m),
  program(/exec: "([^"\n]+)": executable file not found/m),
  program(
    /\b((?:claude|codex|gemini|copilot|opencode|cursor)(?:[ -](?:code|cli|agent))?)(?: native)?(?: executable| binary)? (?:is )?not (?:found|installed)/im,
  ),
  program(/(?:^|: )([\w.+-]{2,40}) executable not found/m),
  program(/Failed to spawn: `([\w.-]+)`/m),
  program(/linker [`'"]([^`'"\n]+)[`'"] not found|could not exec the linker [`'"]([^`'"\n]+)/m),
  program(
    /(Executable doesn't exist at)[^\n]*(?:playwright|chrom|firefox|webkit)|(npx playwright install)/m,
    "playwright browsers",
  ),
  program(/gyp ERR! find (Python)/m),
  program(/(?:^|\/)env: [‘'"]?([\w.+-]+)[’'"]?: No such file/m),
  program(
    /(?:Please install|is not installed:|could not find (?:the )?(?:program|executable|binary)) [`'"]?([\w.+-]+)/im,
  ),
  ruleOf("known", /(go\.mod) file not found/m, () => filed("go.mod")),
  ruleOf("known", /\bMCP (?:client for|server) [`'"]([\w.-]{2,80})[`'"][^\n]{0,80}(?:fail|timed out|not)/m, (name) => ({
    name: `mcp ${name.toLowerCase()}`,
    kind: "environment",
    says: `the MCP server ${name} does not start`,
  })),
  ruleOf("file", /could not find `(Cargo\.toml)`/m, () => filed("cargo.toml")),
  ruleOf("file", /Missing script: ["']?([\w:-]+)["']?/m, (name) => ({
    name: `package.json script ${name}`,
    kind: "scaffolding",
    says: `package.json has no script ${name}`,
  })),
  file(/ENOENT: no such file or directory, \w+ ["']([^"'\n]+)["']/m),
  file(new RegExp(`No such file or directory: ${PATH}\\s*$`, "m")),
  file(/npm (?:ERR!|error) path (\S[^\n]*)\n/m),
  file(
    /(?:open|stat|read|cannot stat|cannot access|can't open file|failed to read|Could not read) [‘'"`]?((?:[A-Za-z]:)?[\w./\\@+~ -]{1,300}?)[’'"`]?: (?:\[Errno 2\] )?No such file or directory/im,
  ),
  file(/(?:cannot stat|cannot access|cannot open) [‘'"`]?([^’'"`\n]+)[’'"`]?/im),
  file(/^(?:[\w./-]{1,100}: )?(?:line \d{1,6}: )?(?=\w*[./\\])([\w.\\/@+-]{2,300}): No such file or directory/m),
  file(/(?:Cannot read file|specified path does not exist:?) ["']([^"'\n]+)["']/m),
  file(/Cannot find an? ([\w.-]+\.\w+) file/m),
  file(/because ([\w.-]+) is absent|with an existing ([\w.-]+\.json)/m),
  file(/couldn't read [`"']?([\w./\\-]+)[`"']?: No such/m),
  file(/ESLint couldn't find (?:a |an )?(eslint\.config|config)/m),
  file(/No rule to make target [`'"]([^`'"\n]+)[`'"]/m),
  file(/[Ff]ile not found:? [`"']?([\w./\\:@+~-]+)/m),
  file(
    /(?:Could not|Cannot|Unable to|failed to) (?:find|open|read|load)(?: the)?(?: config(?:uration)?)? file:? [`"']?([\w./\\:@+~-]+)/im,
  ),
  file(/(?<![\w./\\:@+~-])([\w./\\:@+~-]{1,300}\.\w{1,8})[`"']? (?:does not exist|not found|could not be found)$/im),
  setting(
    /(?:[Mm]issing|[Uu]ndefined|[Rr]equired)(?: required)? env(?:ironment)?(?: variables?|:)? ?[`"':]* ?([A-Z][A-Z0-9_]{2,})/m,
  ),
  setting(/[Ee]nvironment variables?(?: not found)?:? [`"']?([A-Z][A-Z0-9_]{2,})/m),
  setting(
    /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)[`"']? (?:environment variable )?(?:is not set|must be set|is missing|is required|is undefined|not set)/m,
  ),
  setting(/KeyError: ["']([A-Z][A-Z0-9]*_[A-Z0-9_]+)["']/m),
  ruleOf("machine", /(?:EACCES|EPERM|PermissionError)[^\n]*?["']([^"'\n]+)["']\s*$/m, denied),
  ruleOf("machine", /(?<![\w./\\~@+-])([\w.~@+-]{0,100}[/\\][\w./\\~@+-]{1,300})["'`]?: [Pp]ermission denied/m, denied),
];

/** A file as a classifier names it. */
export function fileCause(subject: string): Found {
  return filed(subject);
}

function file(find: RegExp): CauseRule {
  return ruleOf("file", find, (raw) => {
    const name = raw.trim().replace(FILE_WORDS, "");
    return name === "" || NO_FILE.test(name) ? null : filed(name);
  });
}

/** Words of the sentence that stand where a name might. */
/** "input file prices.csv" names prices.csv, and "input file" alone names nothing. */
const FILE_WORDS =
  /^(?:(?:input|source|output|config(?:uration)?|include|module|template) )*(?:file|directory|folder)s?\b:? ?/i;
const NO_FILE = /^(?:(?:the|an?|any|your|or|this) ?\b.*|file|directory|stream|connection|uri|it|for|from|in|to)$/i;

function filed(raw: string): Found {
  const name = pathName(raw.replace(/\/\*+$/, ""));
  return { name, looser: endingsOf(name), kind: "scaffolding", says: `the file ${name} is not where it is looked for` };
}

function program(find: RegExp, known?: string): CauseRule {
  return ruleOf("program", find, (raw) => {
    const name = known ?? programName(raw);
    return {
      name,
      looser: [name],
      kind: "environment",
      says: `the program ${name} is not installed or not found`,
      everywhere: true,
    };
  });
}

function programName(raw: string): string {
  const name = (raw.split(/[\\/]/).at(-1) ?? raw).toLowerCase().replace(/\.(?:exe|cmd|bat)$/, "");
  return name
    .replace(/^(?:\w+: )?(claude|codex|gemini|copilot|cursor|opencode|qwen)[ -](?:code|cli|agent)$/, "$1")
    .trim();
}

function setting(find: RegExp): CauseRule {
  return ruleOf("setting", find, (name) => ({
    name: `env ${name}`,
    looser: [name.toLowerCase()],
    kind: "environment",
    says: `the environment variable ${name} is not set`,
  }));
}

function denied(raw: string): Found {
  const name = pathName(raw);
  return { name: `denied ${name}`, kind: "environment", says: `${name} may not be touched: permission denied` };
}
