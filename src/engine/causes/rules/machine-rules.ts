/** Rules for the machine and the repository: ports, disk, watchers, locks, runtimes that crash, branches. */

import { endingsOf, pathName } from "../names/path-name.ts";
import { type CauseRule, type Found, ruleOf } from "./cause-rule.ts";

export const DISK: Found = { name: "disk", kind: "environment", says: "the disk is full", everywhere: true };

export const MACHINE_RULES: readonly CauseRule[] = [
  fact(
    /number of inotify instances|inotify instances? (?:limit|reached)/im,
    "inotify instances",
    "the user's limit of inotify instances is reached",
  ),
  fact(
    /file watchers reached|watch ENOSPC|inotify[^\n]*(?:limit|No space)|ENOSPC[^\n]*\bwatch\b/im,
    "watchers",
    "the host's limit of file watchers is reached",
  ),
  fact(
    /JavaScript heap out of memory|heap limit Allocation failed/im,
    "node heap",
    "Node's heap limit is too small for this work",
  ),
  fact(
    /java\.lang\.OutOfMemoryError|JVM heap space|Java heap space/im,
    "java heap",
    "Java's heap limit is too small for this work",
  ),
  fact(
    /signal terminated program cc1|Killed \(program cc1|\b(?:compile|link|rustc|clang|cc1\w*): signal: killed|[Kk]illed process \d+ \((?:cc1\w*|compile|rustc|clang|ld)\)/m,
    "compiler memory",
    "the machine has too little memory for the compiler",
  ),
  fact(
    /CUDA out of memory|cudaMalloc failed: out of memory/im,
    "gpu memory",
    "the graphics card has too little memory",
  ),
  ruleOf(
    "machine",
    /No space left on device|ENOSPC|disk quota exceeded|not enough (?:free )?(?:disk )?space|There is not enough space on the disk|DISK_FULL|[Dd]isk (?:is )?full|disk usage exceeded/im,
    () => DISK,
  ),
  fact(/EMFILE|[Tt]oo many open files/m, "open files", "the limit of open files is reached"),
  fact(
    /Cannot connect to the Docker daemon(?! at tcp:)|docker daemon (?:is )?not running|docker\.sock: connect(?!: permission)/im,
    "docker",
    "the Docker daemon is not running",
  ),
  fact(
    /database is locked|SQLITE_BUSY|database table is locked/m,
    "sqlite lock",
    "the SQLite database is locked by a parallel run",
  ),
  port(/EADDRINUSE[^\n]*?[:. ](\d{2,5})\b(?![.:\d])/m),
  port(/[Aa]ddress already in use[^\n]*?[:( ](?<!error |errno )(\d{2,5})\b(?![.:\d])/m),
  port(/:(\d{2,5}): bind: address already in use/m),
  port(/[Pp]ort (\d{2,5})\b[^\n]{0,40}?(?:already|in use|occupied|taken|allocated)/m),
  port(/Bind for \S*?:(\d{2,5}) failed/m),
  port(/["']?address["']?, ["']?[\w.:]*["']?, (\d{2,5})\)[^\n]*address already in use/im),
  fact(
    /digital envelope routines::unsupported|ERR_OSSL_EVP_UNSUPPORTED/m,
    "openssl",
    "OpenSSL 3 refuses what an old tool requests",
  ),
  fact(
    /EBADENGINE|[Uu]nsupported engine|engine "node" is incompatible|requires (?:at least )?Node(?:\.js)? (?:version )?[v>=]*\s*\d/m,
    "node version",
    "this version of Node is not one it works with",
  ),
  fact(
    /NODE_MODULE_VERSION|was compiled against a different Node/m,
    "native modules",
    "native modules were built for another Node",
  ),
  library(/version `(GLIBC(?:XX)?_[\d.]+)' not found/m),
  library(/(lib[\w.+-]+?\.so)[\w.]*: cannot open shared object file/m),
  ruleOf("machine", /Could not get lock ([\w./-]*[\w-])/m, lock),
  ruleOf("machine", /EBUSY: resource busy or locked, \w+ ["']([^"'\n]+)["']/m, lock),
  ruleOf("machine", /oh no: (\w+) has crashed/im, (name) => crashed(name)),
  ruleOf(
    "machine",
    /\b(Bun|Deno|Node\.js|Ruby|Python|JVM|Java)\b[^\n]{0,60}(?:has crashed|Segmentation fault|SIGSEGV|fatal error has been detected)/im,
    (name) => crashed(name),
  ),
  ruleOf("git", /["']([^"'\n]+)["'] is already (?:used by worktree|checked out) at/m, (name) => branch(name)),
  ruleOf("git", /branch named ["']?([^"'\n]+?)["']? already exists/m, (name) => branch(name)),
  ruleOf(
    "git",
    /fatal: (?:cannot lock ref ["']refs\/heads\/([^"'\n]+)["']|couldn't find remote ref (\S+)|invalid reference: (\S+))/m,
    (name) => branch(name),
  ),
  ruleOf("git", /pathspec ["']([^"'\n]+)["'] did not match/m, (name) => branch(name)),
  ruleOf("git", /Unable to create ["']([^"'\n]*\.lock)["']: File exists/m, (name) => lock(name)),
  fact(/not a git repository/m, "no repository", "the folder is not a git repository", "git"),
  fact(
    /Please tell me who you are|unable to auto-detect email address|empty ident name/m,
    "identity",
    "git does not know who commits",
    "git",
  ),
  ruleOf("git", /detected dubious ownership in repository at ["']([^"'\n]{1,300})["']/m, (folder) => ({
    name: `ownership ${folder.toLowerCase()}`,
    kind: "environment",
    says: `git distrusts the owner of the repository in ${folder}`,
  })),
  ruleOf(
    "git",
    /(?:local changes to the following files|untracked working tree files) would be overwritten[^\n]*\n\s*(\S[^\n]*)/m,
    (raw) => {
      const name = pathName(raw);
      return {
        name: `dirty ${name}`,
        looser: [name],
        kind: "environment",
        says: `uncommitted changes to ${name} are in the way`,
      };
    },
  ),
];

function fact(
  find: RegExp,
  name: string,
  says: string,
  family: CauseRule["family"] = "machine",
  kind: Found["kind"] = "environment",
): CauseRule {
  return { family, find, read: () => ({ name, kind, says, everywhere: family === "machine" }) };
}

function port(find: RegExp): CauseRule {
  return ruleOf("machine", find, (raw, _, { subject }) => {
    // The number behind "os error" is no port.
    const number = /^port (\d+)$/.exec(subject ?? "")?.[1] ?? raw;
    return {
      name: `port ${number}`,
      looser: [`port ${number}`],
      kind: "environment",
      says: `port ${number} is taken by another process`,
      everywhere: true,
    };
  });
}

function library(find: RegExp): CauseRule {
  return ruleOf("machine", find, (name) => ({
    name: `library ${name}`,
    looser: [name.toLowerCase()],
    kind: "environment",
    says: `the system library ${name} is missing`,
    everywhere: true,
  }));
}

function crashed(raw: string): Found {
  const name = raw.toLowerCase();
  return {
    name: `runtime ${name}`,
    looser: [name],
    kind: "environment",
    says: `the runtime ${name} itself crashes`,
    everywhere: true,
  };
}

function branch(name: string): Found {
  return {
    name: `branch ${name}`,
    looser: [name.toLowerCase()],
    kind: "environment",
    says: `the branch ${name} is in the way or not there`,
  };
}

function lock(raw: string): Found {
  const name = pathName(raw).replace(/^.*\/(?=\.git\/)/, "");
  return {
    name: `lock ${name}`,
    looser: endingsOf(name).map((each) => `lock ${each}`),
    kind: "environment",
    says: `the lock ${name} was left behind`,
  };
}
