/**
 * What every git of Reeve's is started with: settings that hold whatever is configured, and an environment with nothing of the
 * caller's but how others are reached. Values only.
 */
import { findProgram } from "../agents/host/find-program.ts";

/** What has to hold for every call, whatever the user has configured. */
export const SETTINGS: readonly string[] = [
  "--no-pager",
  ...Object.entries({
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "core.quotePath": "false",
    // What a file looks like tells whether it changed only as long as nobody can set all of it.
    "core.trustCtime": "true",
    "core.checkStat": "default",
    "core.ignoreStat": "false",
    // What these say of commits and objects, git believes without a look at the objects themselves.
    "core.commitGraph": "false",
    "core.multiPackIndex": "false",
    "pack.useBitmaps": "false",
    "core.editor": "true",
    "commit.gpgSign": "false",
    "tag.gpgSign": "false",
    "commit.template": "",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "rerere.enabled": "false",
    "submodule.recurse": "false",
    "branch.autoSetupMerge": "false",
    "worktree.guessRemote": "false",
    "color.ui": "false",
    "log.showSignature": "false",
    "diff.external": "",
    "merge.autoStash": "false",
    "advice.detachedHead": "false",
    "advice.graftFileDeprecated": "false",
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
];

/** Without git-lfs its files stay pointers; with its filters named but missing, every checkout would fail. */
const LFS_OFF = ["smudge=", "clean=", "process=", "required=false"].flatMap((each) => ["-c", `filter.lfs.${each}`]);

export function lfsSettings(): readonly string[] {
  return findProgram("git-lfs", "/", process.env["PATH"] ?? "").ok ? [] : LFS_OFF;
}

/**
 * An object that is missing is missing: whoever could name a place to get it from could name a program. Gits before 2.45 know nothing of
 * the first, so no way to anywhere is allowed them, but where the call itself is about talking to a remote.
 */
export function noOthers(args: readonly string[]): Readonly<Record<string, string>> {
  const talks = args.some((arg) => TALKING.has(arg));
  return { GIT_NO_LAZY_FETCH: "1", ...(!talks && { GIT_ALLOW_PROTOCOL: "none" }) };
}

const TALKING: ReadonlySet<string> = new Set(["push", "fetch", "ls-remote", "submodule"]);

/** With a folder of its own, what is configured lies there, all of it. */
export const OWN_ONLY = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };

/** Of the caller's GIT_* only what tells git how to reach others and where its configuration lies. */
const KEPT =
  /^GIT_(CONFIG(_.*)?|SSH(_.*)?|SSL_.*|HTTP_.*|PROXY_.*|EXEC_PATH|ALLOW_PROTOCOL|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|LFS_.*)$/;

export function gitEnvironment(
  caller: NodeJS.ProcessEnv,
  marker: string | undefined,
): Readonly<Record<string, string>> {
  const inherited = Object.entries(caller).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (!entry[0].startsWith("GIT_") || KEPT.test(entry[0])),
  );
  const marks = [caller["REEVE_MARK"], marker].filter((mark) => mark);
  return {
    ...Object.fromEntries(inherited),
    ...REEVE,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    GIT_EDITOR: "true",
    GIT_MERGE_AUTOEDIT: "no",
    // Looking at the user's checkout must not write its index.
    GIT_OPTIONAL_LOCKS: "0",
    // An object is what its name says: no ref and no file that anybody can write puts another in its place.
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_GRAFT_FILE: "/dev/null",
    ...(marks.length > 0 && { REEVE_MARK: marks.join(":") }),
  };
}

/** Always Reeve's, also where the user has a name: history says who committed. */
const REEVE = {
  GIT_AUTHOR_NAME: "Reeve",
  GIT_AUTHOR_EMAIL: "reeve@localhost",
  GIT_COMMITTER_NAME: "Reeve",
  GIT_COMMITTER_EMAIL: "reeve@localhost",
};
