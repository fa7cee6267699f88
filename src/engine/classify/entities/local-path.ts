/** A path as seen from the project: without home folders, checkouts of build machines, and where packages are installed. */

/** `keepsShelf`: of what the system's own folders hold, the folder is told and not what lies in it. */
export function localPath(raw: string, root: string | undefined, keepsShelf = false): string {
  const path = slashed(
    raw
      .replace(/^file:\/\//, "")
      .replace(/(?<=.)[?#].*$/, "")
      .replace(/(?<=\.[a-z]{1,5})(?::\d+){1,2}$/i, "")
      .replace(/^<[\w-]+>\//, ""),
  );
  return relative(withoutDetours(path), root, keepsShelf);
}

/** `a/b/../c` is `a/c`; what leads out of the path stays. */
function withoutDetours(path: string): string {
  if (!/\/\.{1,2}\//.test(path)) return path;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    const last = parts.at(-1);
    if (part === ".." && last !== undefined && last !== "" && !/^\.{1,2}$/.test(last)) parts.pop();
    else if (part !== "." || parts.length === 0) parts.push(part);
  }
  return parts.join("/");
}

/** A path of another system in the one spelling, if it begins with a drive. */
function slashed(path: string): string {
  return /^\/?[A-Za-z]:[\\/]/.test(path) ? path.replace(/^\/?[A-Za-z]:/, "").replace(/\\+/g, "/") : path;
}

/** Folders of the system in which others put what they install. */
const SHELVED = /^(\/(?:usr|opt|var|etc|Library)\/.*?\/(?:node_modules|site-packages|dist-packages))\/.*$/;
/** Up to the project: a home with its usual shelves, or where build machines check out. */
const HOME =
  /^(?:\/home\/[^/]+\/|\/Users\/[^/]+\/|\/root\/|\/(?=(?:github|projects?|repos?|code|dev|workspace)\/))(?:(?:\w*projects?|source|code|repos?|git|dev|work|workspace|documents|desktop|github)\/)*([^/.][^/]*)\/(?:\1\/)?/i;
const CHECKOUT =
  /^\/(?:github\/workspace|builds\/[^/]+(?:\/(?!(?:src|lib|app|apps|tests?|packages|crates|cmd|internal|services|modules|config|docs)\/)[^/.]+(?=\/))?|workspaces?\/[^/]+|usr\/src\/app|w\/[^/]+|data\/[^/]+|app|code|repo|home\/project|srv\/(?:(?:dev|work|git|repos?|projects?|code|builds?)\/)?[^/]+|var\/task|var\/www\/[^/]+)\//;
/** `shop/src/shop/cart.py`: the project's folder, and in it a package of the same name. */
const NAMED_AFTER = /^([\w.-]+)\/(?=(?:src|lib)\/\1\/)/;
/** Folders with which a project's own part of a path usually begins. */
const OWN =
  /^\/(?!(?:usr|etc|var|opt|bin|lib|proc|dev|sys|tmp)\/)(?:[^/]+\/){1,12}?(?=(?:src|lib|dist|packages|apps|cmd|internal)\/)/;
/** A file that lies in a home itself, or in a folder of it that belongs to a program. */
const INSIDE_HOME = /^\/(?:home|Users)\/[^/]+\/(?=[^/]+$|\.[^/]+\/)/;
/** What the system itself keeps there. */
const SYSTEM_LIB = /^\/lib\/(?:x86_64|aarch64|systemd|modules|firmware|ld-|lib)/;
const INSTALLED = ["/node_modules/", "/site-packages/", "/dist-packages/"];

function relative(path: string, root: string | undefined, keepsShelf: boolean): string {
  if (root !== undefined && root !== "" && path.startsWith(`${root}/`)) return path.slice(root.length + 1);
  const shelved = SHELVED.exec(path)?.[1];
  if (shelved !== undefined && keepsShelf) return shelved;
  const installed = INSTALLED.find((folder) => path.includes(folder));
  if (installed !== undefined) return path.slice(path.lastIndexOf(installed) + installed.length);
  if (!path.startsWith("/")) return path;
  if (INSIDE_HOME.test(path)) return path.replace(INSIDE_HOME, "");
  if (/^\/(?:src|lib|packages|crates|apps)\//.test(path) && !SYSTEM_LIB.test(path)) return path.slice(1);
  const own = path.replace(CHECKOUT, "");
  if (own !== path) return own.replace(NAMED_AFTER, "");
  const home = path.replace(HOME, "");
  return home === path ? path.replace(OWN, "") : home;
}
