/** Rules for installing what a project depends on. Data only. */
import type { Rule } from "../../rule.ts";

const pkg = /(?:@[\w.-]+\/)?[\w.-]+/.source;

export const INSTALL_RULES: readonly Rule[] = [
  {
    class: "dependency_install",
    strength: "certain",
    has: "requires ext-",
    match: /requires (?<s>ext-[\w-]+)/i,
  },
  {
    class: "dependency_install",
    strength: "strong",
    has: "version",
    match:
      /could(?: not|n['’]t) find (?:an? |any )?(?:compatible |matching |suitable )?versions?\b(?: (?:of|for) ['"`]?(?<s>@?[\w./-]+))?|no (?:compatible|matching|suitable) versions?\b|version (?:solving|resolution) (?:has )?failed|no agreement on the version of (?<t>[\w.-]+)/i,
  },
  {
    class: "dependency_install",
    strength: "strong",
    has: "unknown revision|any versions for|reading go.mod|invalid version",
    match:
      /^go: (?<s>[\w./-]+?)(?:@\S+)?: .{0,120}(?:unknown revision|invalid version)|couldn(?:'|’)t find any versions for ["'](?<t>[^"']+)/i,
  },
  {
    class: "dependency_install",
    strength: "strong",
    has: ": git ls-remote|: git fetch",
    match: /module (?<s>[\w./-]+): git (?:ls-remote|fetch)/,
  },
  {
    class: "dependency_install",
    strength: "strong",
    has: "no matching distribution|could not find a version",
    match:
      /no matching distribution found for (?<s>[\w.-]+)|could not find a version that satisfies the requirement (?<t>[\w.-]+)/i,
  },
  {
    class: "dependency_install",
    strength: "certain",
    has: "eresolve|could not resolve dependency|unable to resolve dependency tree|conflicting peer dependency",
    match: new RegExp(
      `eresolve|unable to resolve dependency tree|could not resolve dependency:?|conflicting peer dependency: (?<c>${pkg})@`,
      "i",
    ),
    subject: {
      near: new RegExp(`peer(?:optional)? ${pkg}@.{1,60} from (?<s>${pkg})@`, "i"),
      back: 2,
      ahead: 14,
      else: { near: new RegExp(`while resolving: (?!undefined)(?<s>${pkg})@`, "i"), back: 6, ahead: 8 },
    },
  },
  {
    class: "dependency_install",
    strength: "certain",
    has: "is incompatible with this|unsupported platform|unsupported engine|etarget|notarget|no matching version|e404|is not in this registry|is not in the npm registry|ebadengine|eintegrity|eusage|ebadplatform|no_matching_version|no versions|err_pnpm|npm ci|integrity",
    match: new RegExp(
      `no matching version found for (?<s>${pkg})@|code (?:etarget|e404|eintegrity|eusage|ebadplatform)|'(?<t>${pkg})@[^']*' is not in th(?:is|e npm) registry|err_pnpm_\\w+|npm ci. can only install|integrity checksum failed|unsupported (?:platform|engine) for (?<v>${pkg})@|the engine "(?<w>[\\w.-]+)" is incompatible|no versions available for (?<u>${pkg})`,
      "i",
    ),
  },
  {
    class: "dependency_install",
    strength: "certain",
    has: "err_pnpm|ebadplatform|unsupported engine|lockfile|lock file|changed significantly since|in sync|unmet peer",
    match:
      /err_pnpm_\w+|unsupported engine|changed significantly since|are in sync\. please update|lockfile is frozen|unmet peer (?<s>(?:@[\w.-]+\/)?[\w.-]+)@|lock ?file (?:is not up to date|needs to be updated|would have been (?:modified|created))|frozen-lockfile|lock ?file .{0,160}(?:needs to be updated|out of (?:date|sync)|not up[- ]to[- ]date|does not satisfy)/i,
    subject: {
      near: /(?<s>pnpm-lock\.yaml|package-lock\.json|npm-shrinkwrap\.json|(?:yarn|poetry|uv|Cargo|Gemfile|composer|Pipfile|bun)\.lock\b|bun\.lockb)/,
      back: 2,
      ahead: 3,
    },
  },
  {
    class: "dependency_install",
    strength: "strong",
    has: "is wrong version|not installed|has unmet peer|missing peer",
    match: new RegExp(`^error "(?:${pkg}#)*(?<s>${pkg})" (?:is wrong version|not installed)`, "i"),
  },
  {
    class: "dependency_install",
    strength: "certain",
    has: "resolutionimpossible|conflicting dependencies|failed building wheel|failed to build|could not build wheels|metadata-generation-failed|subprocess-exited-with-error|getting requirements|no solution found|version solving failed|requires-python",
    match:
      /resolutionimpossible|conflicting dependencies|failed building wheel for (?<u>[\w.-]+)|could not build wheels for (?<v>[\w.-]+)|metadata-generation-failed|subprocess-exited-with-error|no solution found when resolving|version solving failed|failed to build [`'"]?(?<w>[\w.-]+)(?:==|$)/i,
    subject: {
      near: /(?:the user requested(?: \(constraint\))?|depends on(?: both)?|no versions? of|following versions of|because only(?! the)|entry for package) `?(?<s>\w[\w.-]*\w)|(?<![\w.-])(?<t>\w[\w.-]*\w) was not found in the package registry/i,
      else: {
        near: /cannot install .{1,200}? and (?<s>[\w.-]+)/i,
        back: 12,
        ahead: 10,
        else: { near: /^collecting (?<s>\w[\w.-]*\w)/i, back: 30 },
      },
      back: 12,
      ahead: 10,
    },
  },
  {
    class: "dependency_install",
    strength: "strong",
    has: "which is incompatible|which is not installed|dependency resolver",
    match:
      /(?:requires) (?<s>[\w.-]+)[^,]{0,60}, (?:but you(?:'ll)? have|which is)|dependency resolver does not currently/i,
  },
  {
    class: "dependency_install",
    strength: "strong",
    has: "failed to select a version|no matching package named|failed to get|failed to load source|could not find gem|bundler could not|your requirements could not be resolved|could not resolve dependencies for project|could not find artifact|could not resolve all|gem::ext::builderror|unable to locate package|node-gyp|gyp err!|failed to download|requirements could not be resolved",
    match:
      /failed to select a version for (?:the requirement )?[`']?(?<s>[\w.-]+)|no matching package named [`'](?<t>[\w.-]+)|could not find gem '(?<u>[\w.-]+)|bundler could not find compatible versions(?: for gem "(?<v>[^"]+))?|requirements could not be resolved|could not resolve dependencies for project|could not resolve all (?:files|dependencies|artifacts)|gem::ext::builderror|unable to locate package (?<x>\S+)|gyp err! (?:build error|stack error)/i,
    subject: {
      near: /artifact '(?<s>[^':]+:[^':]+)[^']*' not found|could not (?:find|resolve) (?<t>[\w.-]+:[\w.-]+)/i,
      ahead: 4,
    },
  },
  {
    class: "dependency_install",
    strength: "strong",
    has: "error occurred while installing|valid gem|error installing|custom build command|found for specifier|failed to resolve|not in the npm registry|: yn00|➤ yn00|externally-managed|externally managed",
    match: [
      new RegExp(
        `an error occurred while installing (?<s>[\\w.-]+)|could not find a valid gem '(?<t>[^']+)|^(?:error: +)?error installing (?<u>[\\w.-]+)|custom build command for [\`'](?<v>[\\w.-]+)|found for specifier "(?<w>[^"]+)"|^error: (?<x>${pkg})@\\S+ failed to resolve|^(?<y>${pkg}) is not in the npm registry|\\byn00\\d\\d: \\W{0,4}(?<z>${pkg})@npm:.{0,80}(?:no candidates|not found|doesn't)`,
        "i",
      ),
      /externally[- ]managed/i,
    ],
  },
  {
    class: "dependency_install",
    strength: "certain",
    inTests: true,
    has: "node_module_version|compiled against a different",
    match: /NODE_MODULE_VERSION|compiled against a different/i,
    subject: { near: new RegExp(`node_modules/(?<s>${pkg})/`), back: 4, ahead: 1 },
  },
  {
    class: "dependency_install",
    strength: "fair",
    has: "install script|gyp err! not ok",
    match: new RegExp(`failed at the (?<s>${pkg})@\\S+ (?:pre|post)?install script|gyp err! not ok`, "i"),
  },
  {
    class: "dependency_install",
    strength: "weak",
    has: "npm err!|npm error",
    match: /npm (?:err!|error) (?:code|path|command) /i,
    unless: /code (?:elifecycle|enoent|1$)|command sh|command failed/i,
  },
  {
    class: "file_not_found",
    strength: "strong",
    has: "npm err!|npm error",
    match: /npm (?:err!|error) path .{0,200}?(?<s>[\w.-]+\.json)['"]?$/i,
  },
  {
    class: "file_not_found",
    strength: "certain",
    has: "npm err!|npm error|enoent|could not read package.json",
    match:
      /npm (?:err!|error).{0,40}enoent.{0,120}(?<s>package\.json)|npm (?:err!|error) enoent .{0,200}?(?<t>[\w.-]+\.json)['"]?$|could not read package\.json/i,
    subject: { is: "package.json" },
  },
  {
    class: "file_not_found",
    strength: "strong",
    has: "missing script|no such file|no makefile|no rule to make target|could not find a package.json|not contain a package.json|no targets specified|find a package.json|cargo.toml|could not find|couldn't find",
    match:
      /missing script:? ['"]?(?<s>[\w:.-]+)|no rule to make target [`'](?<t>[^'`]+)|no targets specified and no (?<u>makefile) found|could(?:n(?:'|’)t| not) find (?:an? |the )?[`'"]?(?<v>[\w.-]+\.(?:json|toml|ya?ml|lock|txt|mod|xml|cfg|ini))\b/i,
  },
];
