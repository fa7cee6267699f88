/** Rules for what code asks for and does not get: modules, packages, symbols of other files. Data only. */
import type { Rule } from "../../rule.ts";

export const IMPORT_RULES: readonly Rule[] = [
  // A compiler that opens modules as files: the name has neither a folder nor an ending.
  {
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "cannot open file|can't find file|cannot find file",
    match:
      /^\S+\.\w{1,5}\(\d+, ?\d+\) Error: cannot open file: (?<s>[\w-]+)$|^Error: can['’]t find file '(?<t>[\w-]+)'$/,
  },
  {
    class: "import_error",
    strength: "strong",
    inTests: true,
    has: "no such target|no such package",
    match: /no such (?:target|package) ['"`](?<s>@?\/\/[^'"`\n]+)['"`]/,
  },
  {
    class: "import_error",
    strength: "certain",
    has: "missing go.sum",
    match: /^go: (?<s>[\w./-]+)@\S+: missing go\.sum/,
  },
  {
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "go.mod|main module",
    match: /\bgo\.mod file not found|cannot find main module/i,
    subject: { is: "go.mod" },
  },
  {
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "pkg/mod/",
    match:
      /pkg\/mod\/(?<s>[\w./-]+)@\S+\.go:\d+:\d+: (?:undefined|cannot|not enough|too many|unknown field|\S+ undefined)/,
  },
  {
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "ts2688|ts2307|ts2305|ts2306|ts2724|ts7016|ts2614|ts2792",
    match:
      /\bTS(?:2307|2792|7016): (?:cannot find module|could not find a declaration file for module) ['"](?<s>[^'"]+)['"]|\bTS2688: cannot find type definition file for ['"](?<u>[^'"]+)['"]|\bTS(?:2305|2306|2724|2614): module ['"]+(?<t>[^'"]+)['"]+ /i,
  },
  {
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "cannot find module|cannot find package|err_module_not_found|module_not_found",
    match: [
      /cannot find (?:module|package) (?:['"](?<s>[^'"]+)['"]|(?<t>[@\w][\w./@-]*\w))/i,
      /\b(?:ERR_)?MODULE_NOT_FOUND\b/,
    ],
  },
  {
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "modulenotfounderror|no module named",
    match: /no module named ['"]?(?<s>[\w.]+)/i,
  },
  {
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "cannot import name",
    match: /cannot import name ['"]?(?<n>\w+)['"]? from (?:partially initialized module )?['"]?(?<m>[\w.]+)/i,
  },
  {
    class: "import_error",
    strength: "strong",
    inTests: true,
    has: "err_require_esm|importerror|err_package_path_not_exported|err_unsupported_dir_import|package subpath",
    match:
      /importerror: (?<s>lib[\w.+-]+\.so[\w.]*)?|package subpath ['"](?<t>[^'"]+)['"] is not defined|err_package_path_not_exported|err_unsupported_dir_import|err_require_esm\b.{0,40}es module (?<u>\S+)/i,
  },
  {
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "failed to resolve|module not found|could not resolve|can't resolve|unable to resolve|unresolved import|failed to load url|rollup failed",
    match:
      /failed to resolve (?:import|entry for package|dependency:?) ["'](?<s>[^"']+)["']|module not found: (?:error: )?(?:package path|can(?:'|’)t resolve) ['"](?<t>[^'"]+)['"]|could not resolve ["'](?<u>[^"']+)["']|failed to resolve import|unable to resolve (?:module|path to module) [`'"]?(?<v>[^\s'"`]+)|failed to load url (?<w>\S+)|rollup failed to resolve import "(?<x>[^"]+)"/i,
    unless: /could not resolve host|import\/no-unresolved/i,
  },
  {
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "does not provide an export named|is not exported by|was not found in|is not exported from|no exported member|does not contain a default export|the requested module",
    match:
      /the requested module ['"](?<s>[^'"]+)['"] (?:does not provide|is a commonjs)|["']?(?<t>[\w$]+)["']? is not exported (?:by|from) ["'][^"']+["']|export ['"](?<u>\w+)['"].{0,40}was not found in/i,
  },
  {
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "go.mod|go:|no required module|cannot find package|is not in goroot|is not in std|cannot find module providing|could not import|missing go.sum|no go files",
    match:
      /no required module provides package (?<s>[^\s;:]+)|cannot find package ["']?(?<t>[\w./-]+)|package (?<u>[\w./-]+) is not in (?:goroot|std)|cannot find module providing package (?<v>[\w./-]+)|could not import (?<w>[\w./-]+)|missing go\.sum entry for module providing package (?<x>[\w./-]+)|no go files in/i,
  },
  {
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "e0432|e0433|unresolved import|can't find crate|use of undeclared crate|unresolved module|failed to resolve: |use of undeclared|use of unresolved",
    match: [
      /unresolved import [`'](?<s>[^`']+)|can't find crate for [`'](?<t>[^`']+)|use of (?:undeclared|unresolved) (?:crate or )?(?:module|type|crate)(?: or (?:unlinked crate|module))? [`'](?<u>[^`']+)/i,
      /error\[E043[23]\]/,
    ],
  },
  {
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "does not exist|不存在|存在しません|nicht vorhanden|n'existe pas|noclassdeffound|noclassdeffounderror|classnotfoundexception|cannot load such file|uncaught error: class|failed opening required|loaderror|uninitialized constant",
    match:
      /(?:error: |\] )package (?<s>[\w.]+) does not exist|程序包(?<a>[\w.]+)不存在|パッケージ(?<b>[\w.]+)は存在しません|package (?<c>[\w.]+) (?:ist nicht vorhanden|n'existe pas)|(?:noclassdeffound(?:error)?|classnotfound(?:exception)?)(?::| »)? (?<t>[\w./$]+)|cannot load such file -- (?<u>\S+)|class ["'](?<v>[\w\\]+)["'] not found|failed opening required ['"](?<w>[^'"]+)|uninitialized constant (?<x>[\w:]+)/i,
  },
  {
    class: "import_error",
    strength: "certain",
    has: "file not found|no such file",
    match: /fatal error: ['"]?(?<s>[\w./+-]+\.h(?:pp|h)?)['"]?(?: file not found|: no such file)/i,
  },
  {
    class: "import_error",
    strength: "certain",
    inTests: true,
    has: "import cycle|circular import|circular dependency",
    match: /import cycle not allowed|circular import|circular dependency/i,
    unless: /warn/i,
  },
  {
    class: "import_error",
    strength: "certain",
    has: "prisma",
    match: /(?<s>@prisma\/client) did not initialize yet|run [`"]?prisma generate/i,
    subject: { is: "@prisma/client" },
  },
  {
    class: "import_error",
    strength: "strong",
    has: "undefined reference|cannot find -l|symbol not found|undefined symbol|unable to load shared|cannot open shared object|dlopen|library not loaded|loading shared libraries",
    match:
      /undefined reference to [`'](?<s>[^'`]+)|cannot find -l(?<t>[\w.-]+)|undefined symbols?(?: for architecture)?:? ?(?<u>\w+)?|(?:error while loading shared libraries: )(?<v>[\w.+-]+)|cannot open shared object file|library not loaded: (?<w>\S+)|symbol not found/i,
  },
  {
    class: "import_error",
    strength: "strong",
    has: "cannot find implementation or library stub|could not be resolved|library stubs not installed",
    match:
      /(?:cannot find implementation or library stub for module named|library stubs not installed for) ["'](?<s>[^"']+)|import "(?<t>[^"]+)" could not be resolved/i,
  },
];
