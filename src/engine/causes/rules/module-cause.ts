/**
 * One missing module, however it is named, → one cause. A package is told from a module of the project by how the
 * language writes it; where nothing tells, it may be either, whichever else is known. Knows no error texts.
 */

import { endingsOf, moduleName } from "../names/path-name.ts";
import type { Found } from "./cause-rule.ts";

/** A module as a classifier names it, where the text itself says nothing. */
export function moduleCause(subject: string): Found {
  if (/^[a-z_]\w*(?:\.\w+)+$/i.test(subject) && !EXTENDED.test(subject)) return dotted(subject);
  return isPackage(subject) && subject.includes("/") ? packaged(packageOf(subject)) : bare(subject);
}

/** As JavaScript and TypeScript write it. */
export function imported(name: string, importer: string | undefined): Found {
  const inside = name.lastIndexOf(INSTALLED);
  if (inside !== -1) return packaged(packageOf(name.slice(inside + INSTALLED.length)));
  return isPackage(name) ? packaged(packageOf(name)) : local(name, importer);
}

const INSTALLED = "node_modules/";
const EXTENDED = /\.(?:[cm]?[jt]sx?|py|vue|rb|rs|go|java|kt|php|h|hpp)$/;

/** `lodash/get` and `@scope/name/sub`, but not `./x`, `/x`, `@/x`, `~/x`, `src/x`. */
export function isPackage(name: string): boolean {
  return !/^(?:[./~#]|@\/|[A-Za-z]:|[a-z]+:\/|(?:src|app|lib|tests?)\/)/.test(name) && !EXTENDED.test(name);
}

export function packageOf(name: string): string {
  return name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");
}

/** What a package brings along for each system is one thing that was not installed. */
const FOR_ONE_SYSTEM =
  /[-./](?:win32|windows|linux(?:musl)?|darwin|freebsd|android)-(?:x64|x86_64|arm64|aarch64|arm|ia32|amd64|riscv64)[\w-]*$/;

export function packaged(raw: string): Found {
  const name = raw.toLowerCase();
  const owner = name.replace(FOR_ONE_SYSTEM, "");
  if (owner !== name) {
    const says = `the part of ${owner} made for this system is not installed`;
    return { name: `native ${owner}`, looser: [bareKey(name)], kind: "environment", says, everywhere: true };
  }
  const says = `the package ${raw} is missing`;
  return { name: `package ${name}`, looser: [bareKey(name)], kind: "missing_foundation", says, everywhere: true };
}

export function local(raw: string, importer?: string): Found {
  const name = moduleName(raw, importer);
  const last = name.split("/").at(-1) ?? name;
  const looser = [...endingsOf(name), bareKey(last)];
  return { name, looser, kind: "missing_foundation", says: `the module ${name} is missing` };
}

/** Neither clearly of the project nor clearly a package. */
export function bare(raw: string): Found {
  const name = moduleName(raw);
  if (raw.startsWith(".") || name.includes("/")) return local(raw);
  return { name: bareKey(name), kind: "missing_foundation", says: `the module ${name} is missing` };
}

/** `app.db` and `db` may be one; `ruamel.yaml` and `yaml` are two. */
export function dotted(raw: string): Found {
  const name = raw.toLowerCase().replaceAll(".", "/");
  const inside = name.replace(/^src\/(?=.)/, "");
  if (!inside.includes("/")) return inside === name ? bare(inside) : local(inside);
  const last = inside.replace(/^\w+\//, "");
  const looser = OF_THE_PROJECT.test(inside) ? [last, bareKey(last)] : [];
  const says = `the module ${inside.replaceAll("/", ".")} is missing`;
  return { name: inside, looser, kind: "missing_foundation", says };
}

const OF_THE_PROJECT = /^(?:app|lib|server|backend|api|project)\//;

/** `Decimal/Round.pm` is how Perl looks for it, `Decimal::Round` what people call it. */
export function perl(raw: string): Found {
  return packaged(raw.replace(/\.pm$/, "").replaceAll("/", "::"));
}

export function crate(raw: string): Found {
  const name = raw.replace(/^(?:crate|self|super)::/, "");
  return name === raw ? packaged(name.split("::")[0] ?? name) : local(name.replaceAll("::", "/"));
}

/** A package has not what others import from it: each name for itself. */
export function member(module: string, name: string): Found {
  const key = `${module}.${name}`.toLowerCase();
  const looser = [`import ${name.toLowerCase()}`];
  return { name: key, looser, kind: "code", says: `${module} has no ${name}`, everywhere: true };
}

/** A module of the project has not yet what others import from it: it is unfinished, whatever the names. */
export function unfinished(raw: string, importer?: string): Found {
  const name = moduleName(raw, importer);
  const looser = endingsOf(name).map((each) => `of ${each}`);
  const says = `the module ${name} lacks names that others import`;
  return { name: `of ${name}`, looser, kind: "missing_foundation", says };
}

function bareKey(name: string): string {
  return `bare ${name}`;
}
