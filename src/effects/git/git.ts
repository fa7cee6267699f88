/**
 * Every call of git goes through here: never through a shell, never with hooks, signing, prompts, pagers or the caller's
 * own GIT_* settings, and always as Reeve. What git does wrong comes back as a failure (`git-failure.ts` reads it); only
 * a bug throws. It never decides what is done in a repository.
 *
 * Git runs in a session of its own: Ctrl-C is meant for Reeve, which then ends what it wants ended. A git that outlives
 * its Reeve is found by the marker in its environment.
 */
import { setTimeout } from "node:timers/promises";
import type { Failure } from "../../domain/proof/failure.ts";
import { findProgram } from "../agents/host/find-program.ts";
import { runProgram } from "../processes/run-program.ts";
import { readFailure } from "./git-failure.ts";

export interface GitOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes that are answers, not failures; 0 is always one. */
  readonly okCodes?: readonly number[];
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

export type GitResult =
  | { readonly ok: true; readonly out: string; readonly code: number }
  | {
      readonly ok: false;
      readonly code: number | null;
      readonly out: string;
      readonly err: string;
      readonly failure: Failure;
    };

export interface Git {
  run(args: readonly string[], options?: GitOptions): Promise<GitResult>;
}

/** Longer than any checkout takes that is still alive. */
const TIMEOUT_MS = 15 * 60_000;
const OUTPUT_BYTES_MAX = 512 * 1024 * 1024;

/** `cwd` is where calls run that name no place of their own. The output is git's, with its final newline. */
export function openGit(cwd: string, options: { readonly marker?: string } = {}): Git {
  const environment = gitEnvironment(process.env, options.marker);
  const settings = [...SETTINGS, ...lfsSettings()];
  const once = async (args: readonly string[], call: GitOptions): Promise<GitResult> => {
    const place = call.cwd ?? cwd;
    const { out, err, ...end } = await runProgram({
      program: "git",
      args: [...settings, ...args],
      cwd: place,
      env: { ...environment, ...call.env },
      input: call.input,
      signal: call.signal,
      timeoutMs: call.timeoutMs ?? TIMEOUT_MS,
      bytesMax: OUTPUT_BYTES_MAX,
    });
    const code = end.exitCode ?? null;
    const isAnswer = code !== null && !end.isMaxBuffer && !end.timedOut && !end.isCanceled;
    if (isAnswer && (code === 0 || call.okCodes?.includes(code))) return { ok: true, out, code };
    return { ok: false, code, out, err, failure: readFailure({ args, cwd: place, end, err }) };
  };
  const run = async (args: readonly string[], call: GitOptions = {}): Promise<GitResult> => {
    let result = await once(args, call);
    for (let round = 1; !result.ok && isHalfSeen(result.err) && round <= HALF_SEEN_ROUNDS_MAX; round += 1) {
      await setTimeout(HALF_SEEN_WAIT_MS * round);
      result = await once(args, call);
    }
    return result;
  };
  return { run };
}

const HALF_SEEN_ROUNDS_MAX = 8;
const HALF_SEEN_WAIT_MS = 10;

/** Git stumbles over a worktree that another git is adding at this moment, before it has done anything. */
function isHalfSeen(err: string): boolean {
  return /failed to read \S*worktrees\/.*commondir/.test(err);
}

/** What has to hold for every call, whatever the user has configured. */
const SETTINGS: readonly string[] = [
  "--no-pager",
  ...Object.entries({
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "core.quotePath": "false",
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
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
];

/** Without git-lfs its files stay pointers; with its filters named but missing, every checkout would fail. */
const LFS_OFF = ["smudge=", "clean=", "process=", "required=false"].flatMap((each) => ["-c", `filter.lfs.${each}`]);

function lfsSettings(): readonly string[] {
  return findProgram("git-lfs", "/", process.env["PATH"] ?? "").ok ? [] : LFS_OFF;
}

/** Of the caller's GIT_* only what tells git how to reach others and where its configuration lies. */
const KEPT =
  /^GIT_(CONFIG(_.*)?|SSH(_.*)?|SSL_.*|HTTP_.*|PROXY_.*|EXEC_PATH|ALLOW_PROTOCOL|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|LFS_.*)$/;

function gitEnvironment(caller: NodeJS.ProcessEnv, marker: string | undefined): Readonly<Record<string, string>> {
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
