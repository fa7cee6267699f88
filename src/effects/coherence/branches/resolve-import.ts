/**
 * Which file of the project an import means. Packages and the standard library are none of the project's files and
 * resolve to "outside"; a name that must be a file of the project but is not there resolves to "missing".
 */
export interface Files {
  readonly has: (path: string) => boolean;
  readonly hasFolder: (path: string) => boolean;
}

export type Resolved =
  | { readonly type: "file"; readonly path: string }
  | { readonly type: "folder"; readonly path: string }
  | { readonly type: "outside" }
  /** Where it was looked for, without extension. */
  | { readonly type: "missing"; readonly path: string };

export type Aliases = readonly { readonly from: string; readonly to: readonly string[] }[];

const OUTSIDE: Resolved = { type: "outside" };

export function resolveImport(files: Files, from: string, specifier: string, aliases: Aliases): Resolved {
  return from.endsWith(".py") || from.endsWith(".pyi")
    ? resolvePython(files, from, specifier)
    : resolveScript(files, from, specifier, aliases);
}

function resolveScript(files: Files, from: string, given: string, aliases: Aliases): Resolved {
  const specifier = given.replace(/[?#].*$/, "") || given;
  if (specifier.startsWith("./") || specifier.startsWith("../") || specifier === "." || specifier === "..") {
    const path = joinPath(folderOf(from), specifier);
    if (path === null) return OUTSIDE;
    return scriptFile(files, from, path) ?? { type: "missing", path };
  }
  for (const { from: pattern, to } of aliases) {
    const rest = matched(pattern, specifier);
    if (rest === null) continue;
    for (const each of to) {
      const path = joinPath("", each.replace("*", rest));
      const found = path === null ? undefined : scriptFile(files, from, path);
      if (found !== undefined) return found;
    }
  }
  return OUTSIDE; // an alias may lead elsewhere as well
}

/** TypeScript looks for sources and declarations first, Node for the very file. */
function scriptFile(files: Files, from: string, path: string): Resolved | undefined {
  const bare = path.replace(/\.([mc]?)jsx?$/, "");
  const isTyped = /\.[mc]?tsx?$/.test(from);
  const typed = bare === path ? [] : TYPED.map((end) => `${bare}.${end}`);
  const endings = isTyped ? [...TYPED, ...PLAIN] : [...PLAIN, ...TYPED];
  const candidates = [
    ...(isTyped ? [...typed, path] : [path, ...typed]),
    ...endings.map((end) => `${path}.${end}`),
    ...endings.map((end) => (path === "" ? `index.${end}` : `${path}/index.${end}`)),
  ];
  const found = candidates.find((each) => files.has(each));
  if (found !== undefined) return { type: "file", path: found };
  return files.has(`${path}/package.json`) ? OUTSIDE : undefined;
}

const TYPED = ["ts", "tsx", "mts", "cts", "d.ts", "d.mts", "d.cts"];
const PLAIN = ["js", "jsx", "mjs", "cjs", "json", "vue", "svelte", "node"];

function resolvePython(files: Files, from: string, specifier: string): Resolved {
  const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
  const parts = specifier
    .slice(dots)
    .split(".")
    .filter((part) => part !== "");
  if (dots > 0) {
    const start = joinPath(folderOf(from), "../".repeat(dots - 1) || ".");
    if (start === null) return OUTSIDE;
    const path = [start, ...parts].filter((part) => part !== "").join("/");
    return pythonModule(files, path) ?? { type: "missing", path };
  }
  for (const root of rootsOf(from)) {
    const path = [root, ...parts].filter((part) => part !== "").join("/");
    const found = pythonModule(files, path);
    if (found !== undefined) return found;
    const top = [root, parts[0] ?? ""].filter((part) => part !== "").join("/");
    // A top folder with code in it is the project's own, whatever else is installed under its name.
    if (parts.length > 1 && files.has(`${top}/__init__.py`)) return { type: "missing", path };
  }
  return OUTSIDE;
}

function pythonModule(files: Files, path: string): Resolved | undefined {
  const found = [`${path}/__init__.py`, `${path}.py`, `${path}.pyi`].find((each) => files.has(each.replace(/^\//, "")));
  if (found !== undefined) return { type: "file", path: found.replace(/^\//, "") };
  return files.hasFolder(path) ? { type: "folder", path } : undefined;
}

/** Where absolute imports may begin: the project, `src`, and every folder above the file. */
function rootsOf(from: string): string[] {
  const folders = folderOf(from)
    .split("/")
    .filter((part) => part !== "");
  const above = folders.map((_, index) => folders.slice(0, folders.length - index).join("/"));
  return [...new Set(["", "src", ...above])];
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Null when it leads out of the project. */
function joinPath(folder: string, rest: string): string | null {
  const parts: string[] = [];
  for (const part of `${folder}/${rest}`.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}

function matched(pattern: string, specifier: string): string | null {
  const [head = "", tail] = pattern.split("*");
  if (tail === undefined) return pattern === specifier ? "" : null;
  const fits = specifier.startsWith(head) && specifier.endsWith(tail) && specifier.length >= head.length + tail.length;
  return fits ? specifier.slice(head.length, specifier.length - tail.length) : null;
}
