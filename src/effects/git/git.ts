/**
 * Every call of git goes through here: never through a shell, never with hooks, signing, prompts, pagers or the caller's
 * own GIT_* settings, and always as Reeve. What git does wrong comes back as a failure (`git-failure.ts` reads it); only
 * a bug throws. It never decides what is done in a repository.
 *
 * Git runs in a session of its own: Ctrl-C is meant for Reeve, which then ends what it wants ended. A git that outlives
 * its Reeve is found by the marker in its environment.
 */
import { setTimeout as startTimer } from "node:timers";
import { setTimeout } from "node:timers/promises";
import type { Failure } from "../../domain/proof/failure.ts";
import { runProgram } from "../processes/run-program.ts";
import { gitEnvironment, lfsSettings, noOthers, OWN_ONLY, SETTINGS } from "./git-environment.ts";
import { readFailure } from "./git-failure.ts";
import { outsideSubmodules } from "./inner/outside-submodules.ts";
import { clearOwnRefPlace, PLACE_ROUNDS_MAX } from "./own-ref-places.ts";
import { removeTopTraps, removeTraps } from "./traps.ts";
import { clearTheWay, waitingFailure } from "./waiting-git.ts";

export interface GitOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes that are answers, not failures; 0 is always one. */
  readonly okCodes?: readonly number[];
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** About another repository, or a file, and not about the one this was opened for: git finds out where it stands. */
  readonly elsewhere?: true;
  /** The output is not taken for UTF-8: for names and contents that are anybody's. */
  readonly oneCharacterPerByte?: true;
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

export interface OpenGitOptions {
  readonly marker?: string;
  /** Once it says so, whatever still runs is ended, and nothing more is begun. */
  readonly ended?: AbortSignal;
  /** Reeve's own folder of the repository; absent: git goes by what the repository itself has configured. */
  readonly own?: {
    readonly dir: string;
    readonly toplevel: string;
    /** What checkouts share, where it is Reeve's and the rest is not. */
    readonly commonDir?: string;
  } | null;
}

/** `cwd` is where calls run that name no place of their own. The output is git's, with its final newline. */
export function openGit(cwd: string, options: OpenGitOptions = {}): Git {
  const environment = gitEnvironment(process.env, options.marker);
  const { own } = options;
  const shared = own?.commonDir === undefined ? {} : { GIT_COMMON_DIR: own.commonDir };
  const ownEnvironment = own
    ? { ...environment, ...OWN_ONLY, ...shared, GIT_DIR: own.dir, GIT_WORK_TREE: own.toplevel }
    : environment;
  const settings = [...SETTINGS, ...lfsSettings()];
  const once = async (args: readonly string[], call: GitOptions): Promise<GitResult> => {
    const place = call.cwd ?? cwd;
    const signals = [call.signal, options.ended].filter((each) => each !== undefined);
    const { out, err, ...end } = await runProgram({
      program: "git",
      args: [...settings, ...outsideSubmodules(args)],
      cwd: place,
      env: {
        ...(call.elsewhere ? environment : ownEnvironment),
        ...(!own && !call.elsewhere && noOthers(args)),
        ...call.env,
      },
      input: call.input,
      signal: signals.length > 1 ? AbortSignal.any(signals) : signals[0],
      timeoutMs: call.timeoutMs ?? TIMEOUT_MS,
      bytesMax: OUTPUT_BYTES_MAX,
      encoding: call.oneCharacterPerByte ? "latin1" : "utf8",
    });
    const code = end.exitCode ?? null;
    const isAnswer = code !== null && !end.isMaxBuffer && !end.timedOut && !end.isCanceled;
    if (isAnswer && (code === 0 || call.okCodes?.includes(code))) return { ok: true, out, code };
    return { ok: false, code, out, err, failure: readFailure({ args, cwd: place, end, err }) };
  };
  const watched = async (args: readonly string[], call: GitOptions = {}): Promise<GitResult> => {
    await removeTopTraps(call.cwd ?? cwd);
    const trapped = new AbortController();
    const signal = call.signal ? AbortSignal.any([call.signal, trapped.signal]) : trapped.signal;
    let left: string | null = null;
    const before = cleared.times;
    const stopLooking = lookNowAndThen(async () => {
      const place = call.cwd ?? cwd;
      const found = await clearTheWay(place, { ...(call.elsewhere ? environment : ownEnvironment), ...call.env });
      left = found.left;
      if (found.removed + (await removeTraps(place)) > 0) cleared.times += 1;
      // Several gits may have waited for the same; whoever is first removes it.
      if (cleared.times > before || left !== null) trapped.abort();
    });
    const result = await once(args, { ...call, signal }).finally(stopLooking);
    if (!trapped.signal.aborted || result.ok) return result;
    // What it waited for is gone; a second time nothing is in its way.
    return left === null ? once(args, call) : { ...result, failure: waitingFailure(left) };
  };
  const run = async (args: readonly string[], call: GitOptions = {}): Promise<GitResult> => {
    let result = await watched(args, call);
    for (let round = 1; !result.ok && isHalfSeen(result.err) && round <= HALF_SEEN_ROUNDS_MAX; round += 1) {
      await setTimeout(HALF_SEEN_WAIT_MS * round);
      result = await watched(args, call);
    }
    for (let round = 1; !result.ok && round <= PLACE_ROUNDS_MAX; round += 1) {
      if (!(await clearOwnRefPlace({ run: watched }, result.err))) break;
      result = await watched(args, call);
    }
    return result;
  };
  return { run };
}

/** How often something was removed that a git of this process waited for. */
const cleared = { times: 0 };

/** Longer than git takes where nothing is in its way; in a repository where it takes longer, a few looks do no harm. */
const LOOK_MS_FIRST = 3_000;
const LOOK_LATER_FACTOR = 4;

/** One look after the other, each later than the one before, until it is told to stop. */
function lookNowAndThen(look: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | null = null;
  const next = (ms: number): void => {
    timer = startTimer(() => {
      void look().then(() => timer !== null && next(ms * LOOK_LATER_FACTOR));
    }, ms);
  };
  next(LOOK_MS_FIRST);
  return () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
}

const HALF_SEEN_ROUNDS_MAX = 8;
const HALF_SEEN_WAIT_MS = 10;

/** Git stumbles over a worktree that another git is adding at this moment, before it has done anything. */
function isHalfSeen(err: string): boolean {
  return /failed to read \S*worktrees\/.*commondir/.test(err);
}
