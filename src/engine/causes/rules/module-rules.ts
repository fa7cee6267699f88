/**
 * Rules for what could not be imported: a module of the project, a package, a name that a module does not have, in the
 * words of each language's tools. Who imported it resolves a relative name.
 */
import { type CauseRule, type Found, type Parts, ruleOf } from "./cause-rule.ts";
import {
  bare,
  crate,
  dotted,
  imported,
  isPackage,
  local,
  member,
  packaged,
  packageOf,
  perl,
  unfinished,
} from "./module-cause.ts";

export const MODULE_RULES: readonly CauseRule[] = [
  {
    family: "known",
    find: /\.?@?prisma\/client\b[^\n]*(?:did not initialize yet|has no exported member)/m,
    read: () => ({ name: "prisma client", kind: "missing_foundation", says: "the Prisma client was not generated" }),
  },
  script(/Cannot find (?:module|package) ["']([^"'\n]+)["']/m),
  script(/Cannot find module ([@\w./-]+[\w/])(?=[.,;\s]|$)/m),
  script(/Can't resolve ["']([^"'\n]+)["']/m),
  script(/[Ff]ailed to resolve import ["']([^"'\n]+)["']/m),
  script(/Could not resolve:? ["']([^"'\n]+)["']/m),
  script(/Unable to resolve (?:path to )?module [`"']?([@\w./~-]+)/m),
  script(/Could not locate module ([@\w./~-]+) mapped as/m),
  script(/couldn't find the plugin ["']([^"'\n]+)["']/m),
  ruleOf("module", /couldn't find the config ["']([\w-]+)["']/m, (name) => packaged(`eslint-config-${name}`)),
  // What it could not be loaded for may stand in the next line, and then that is the cause.
  script(
    /Could not load the ["']([\w@/-]+)["'] module using(?![^\n]{0,200}\n[^\n]{0,60}(?:ERR_DLOPEN_FAILED|Unsupported CPU))/m,
  ),
  ruleOf("module", /No module named ["']?([\w.]+)["']?/m, dotted),
  ruleOf("module", /The ["']([\w.-]+)[^"'\n]*["'] distribution was not found/m, packaged),
  ruleOf("module", /no required module provides package ([^\s;:]+)/m, packaged),
  ruleOf("module", /cannot find (?:module providing )?package ["']?([^\s"':;]+)/m, packaged),
  ruleOf("module", /package ([\w./-]+) is not in (?:GOROOT|std)/m, packaged),
  ruleOf("module", /missing go\.sum entry for module providing package ([^\s;:]+)/m, packaged),
  ruleOf("module", /unresolved import `([\w:]+)`/m, crate),
  ruleOf("module", /(?:unlinked crate|undeclared (?:crate|type) or module) `([\w:]+)`/m, crate),
  ruleOf("module", /can't find crate for `(\w+)`/m, packaged),
  ruleOf("module", /file not found for module `(\w+)`/m, (name) => local(name)),
  ruleOf("module", /(?:error: |\] )package ([\w.]+) does not exist/m, slashed),
  ruleOf("module", /(?:ClassNotFoundException|NoClassDefFoundError):? ([\w./$]+)/m, slashed),
  ruleOf("module", /cannot load such file -- (\S+)/m, bare),
  ruleOf("module", /uninitialized constant ([A-Z]\w*(?:::[A-Z]\w*)*)/m, slashed),
  ruleOf("module", /Class ["']([\w\\]+)["'] not found/m, (name) => local(name)),
  ruleOf("module", /no such module '([\w.]+)'/m, packaged),
  ruleOf("module", /Target of URI doesn't exist: '(?:package:)?([^'\n]+)'/m, bare),
  ruleOf("module", /type or namespace name '([\w.]+)' could not be found/m, (name) => local(name)),
  ruleOf("module", /Can't locate ([\w/]+\.pm) in @INC/m, perl),
  ruleOf("module", /there is no package called ['‘]([\w.]+)['’]/m, packaged),
  ruleOf("module", /Could not (?:find|load) module [‘'"`]([\w.]+)/m, dotted),
  ruleOf("module", /module ([A-Z][\w.]*) is not (?:available|loaded)/m, slashed),
  ruleOf("module", /fatal error: ([\w./+-]+\.h(?:pp)?): No such file/m, (name) => local(name)),
  ruleOf("module", /cannot find -l([\w+.-]+)/m, (name) => packaged(`lib${name}`)),
  ruleOf(
    "symbol",
    /cannot import name ["'](\w+)["'] from (?:partially initialized module )?["']([\w.]+)["']/m,
    (name, parts) =>
      isOwnPython(parts.line) ? unfinished(parts.at(2).replaceAll(".", "/")) : member(parts.at(2), name),
  ),
  ruleOf("symbol", /cannot import name ["']?(\w+)["']?/m, (name) => ({
    name: `import ${name.toLowerCase()}`,
    kind: "code",
    says: `${name} cannot be imported`,
    everywhere: true,
  })),
  ruleOf("symbol", /Module ["']+([^"'\n]+)["']+ has no exported member ["'](\w+)["']/m, (module, parts) =>
    exported(module, parts.at(2), parts),
  ),
  ruleOf("symbol", /["']([^"'\n]+)["'] does not provide an export named ["']([^"'\n]+)["']/m, (module, parts) =>
    exported(module, parts.at(2), parts),
  ),
  ruleOf("symbol", /["']([^"'\n]+)["'] is not exported (?:by|from) ["']([^"'\n]+)["']/m, (name, parts) =>
    exported(parts.at(2), name, parts),
  ),
  ruleOf("symbol", /Module [‘'"`]([\w.]+)[’'"`] does not export [‘'"`](\w+)/m, (module, parts) =>
    member(module, parts.at(2)),
  ),
  ruleOf("symbol", /module ["']([\w.]+)["'] has no attribute ["'](\w+)["']/m, (module, parts) =>
    member(module, parts.at(2)),
  ),
];

function script(find: RegExp): CauseRule {
  return ruleOf("module", find, (name, parts) => imported(name, importerOf(parts)));
}

function slashed(name: string): Found {
  return local(name.replaceAll(/\.|::/g, "/"));
}

function exported(module: string, name: string, parts: Parts): Found {
  return isPackage(module) ? member(packageOf(module), name) : unfinished(module, importerOf(parts));
}

/** Python names the file it looked in; what is installed lies with its packages or its own library. */
function isOwnPython(line: string): boolean {
  const file = /\(([^)\n]+\.py)\)/.exec(line)?.[1];
  return file !== undefined && !/(?:site|dist)-packages|lib(?:64)?[\\/]python|python[\d.]*[\\/]lib/i.test(file);
}

const IMPORTERS: readonly RegExp[] = [
  /imported from ["']?([^\s"']+)/,
  /from ["']([^"'\n]+\.\w+)["']/,
  /^\s*(?:ERROR in )?(\S+\.[cm]?[jt]sx?)[(:]\d+/m,
  /ERROR in ([^\s(]+)/i,
  /Require stack:\n- (\S+)/,
];

/** Named in the same line, or else the first that is named at all. */
function importerOf({ line, text }: Parts): string | undefined {
  const folder = / in ["']([^"'\n]+)["']$/.exec(line)?.[1];
  if (folder !== undefined) return `${folder}/`;
  for (const place of [line, text]) {
    for (const pattern of IMPORTERS) {
      const found = pattern.exec(place)?.[1];
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
