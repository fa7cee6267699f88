/**
 * Paths as failures name them → one name per file or module: the same file under another checkout, worktree, home or
 * notation gets the same name or one that ends alike. Decides nothing about causes.
 */

/** A path without what belongs to the machine it was printed on. Small letters, forward slashes, no leading dots. */
export function pathName(raw: string, importer?: string): string {
  const path = slashed(raw);
  const whole = /^\.\.?\//.test(path) && importer !== undefined ? resolveFrom(slashed(importer), path) : path;
  const inside = isAbsolute(whole) ? belowProject(whole) : whole.replace(ALIAS, "");
  return inside.replace(/^(?:\.{1,2}\/)+/, "").replace(/^\/+|\/+$/g, "");
}

/** As `pathName`, without what an import may leave out: the extension, an index file, the folder of sources. */
export function moduleName(raw: string, importer?: string): string {
  const name = pathName(raw, importer)
    .replace(EXTENSION, "")
    .replace(/\/(?:index|__init__|mod)$/, "");
  return name.replace(/^(?:src\/)+(?=.)/, "");
}

/** All shorter names that a path also goes by; the last part alone only if it says something. */
export function endingsOf(name: string): string[] {
  const parts = name.split("/");
  const endings = parts.slice(1).map((_, from) => parts.slice(from + 1).join("/"));
  return endings.filter((ending) => ending.includes("/") || !SAYS_LITTLE.test(ending)).slice(-ENDINGS_MAX);
}

const ENDINGS_MAX = 6;
const SAYS_LITTLE =
  /^(?:index|main|mod|init|__init__|utils?|types?|config|helpers?|constants?|common|base|tests?|models?|settings|setup|app)?(?:\.\w+)*$/;
const EXTENSION = /(?:\.d)?\.(?:[cm]?[jt]sx?|py|pyi|vue|svelte|rb|rs|go|java|kt|php|ex|dart|swift)$/;
const ALIAS = /^(?:@|~|#)\/|^[a-z]+:\/{1,2}(?!\/)/;

const PATH_MAX = 400;

function slashed(raw: string): string {
  return raw
    .slice(-PATH_MAX)
    .trim()
    .replace(/^["'`<(]+|["'`>),;]+$/g, "")
    .replace(/^file:\/\/(?=\/)/, "")
    .replace(/\\+/g, "/")
    .replace(/[?#][^/]*$/, "")
    .replace(/(?::\d+){1,2}$/, "")
    .replace(/\/\.(?=\/)/g, "")
    .toLowerCase();
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[a-z]:\//.test(path);
}

function resolveFrom(importer: string, path: string): string {
  const parts = importer.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.length === 0 || parts.at(-1) === "..") parts.push(part);
      else parts.pop();
    } else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** Where projects usually lie. The first that fits is cut off. */
const PROJECT_ROOTS: readonly RegExp[] = [
  /^.*\/\.?worktrees\/(?:r\d+\/)?[^/]+\//,
  /^\/home\/runner\/work\/[^/]+\/[^/]+\//,
  /^(?:\/?[a-z]:)?\/(?:home|users)\/[^/]+\/(?:[^./][^/]*\/)?/,
  /^\/(?:app|workspace|code|repo|usr\/src\/app|var\/task|github\/workspace|build)\//,
  /^\/(?:root|workspaces|tmp|private\/tmp|var\/tmp|srv|opt|builds\/[^/]+|var\/www)\/(?:[^./][^/]*\/)?/,
  /^[a-z]:\/(?:[^/]+\/){0,2}/,
];
const PLACE_IN_PROJECT = /\/((?:packages|apps|services|crates|src|lib|tests?)\/.+)$/;

function belowProject(path: string): string {
  const root = PROJECT_ROOTS.find((each) => each.test(path));
  const below = root ? path.replace(root, "") : path;
  return PLACE_IN_PROJECT.exec(`/${below}`)?.[1] ?? below;
}
