/**
 * Reads what git said when it failed: a class, whether trying again can help, one sentence with what to do, and the last
 * lines as evidence, free of secrets. The order of the table decides: a full disk also shows up as a file that cannot be
 * created. It never calls git.
 */
import { existsSync } from "node:fs";
import type { Failure, FailureClass, RestartKind } from "../../domain/proof/failure.ts";
import type { MachineNeed } from "../../domain/proof/machine-need.ts";
import { noRoom } from "../files/scarcity.ts";
import { redact, secretsOf } from "../masking/redact.ts";

export interface FailedCall {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly err: string;
  readonly end: {
    readonly exitCode?: number | undefined;
    readonly signal?: string | undefined;
    readonly code?: string | undefined;
    readonly timedOut?: boolean;
    readonly isCanceled?: boolean;
    readonly isMaxBuffer?: boolean;
  };
}

export function readFailure(call: FailedCall): Failure {
  const what = `\`git ${verbOf(call.args)}\` in ${call.cwd}`;
  const evidence = evidenceOf(call.err);
  const failure = (found: Reading): Failure => ({
    class: found[0],
    restart: found[1],
    subject: found[0] === "config_error" ? "git" : call.cwd,
    message: redact(found[2], secretsOf({}, process.env)),
    ...(found[3] && { machine: found[3] }),
    evidence,
  });
  const { end } = call;
  if (end.isCanceled)
    return failure(["git_state", "transient", `${what} was stopped because Reeve no longer needs it.`]);
  if (end.timedOut) {
    return failure([
      "timeout",
      "transient",
      `${what} did not end in time. Check whether its disk or its remote responds.`,
    ]);
  }
  if (end.isMaxBuffer) return failure(["git_state", "terminal", `${what} printed more than Reeve can read.`]);
  if (end.exitCode === undefined && end.signal === undefined) return failure(notStarted(call, what));
  const clause = CLAUSES.find(([pattern]) => pattern.test(call.err));
  if (clause) return failure([clause[1], clause[2], `${what} failed: ${clause[3]}`, clause[4]]);
  if (end.signal) return failure(["crash", "transient", `${what} was ended by ${end.signal}.`]);
  const last = evidence.findLast((line) => /^(fatal|error):/.test(line)) ?? evidence.at(-1) ?? `exit ${end.exitCode}`;
  return failure(["git_state", "persistent", `${what} failed: ${last}`]);
}

type Reading = readonly [FailureClass, RestartKind, string, (MachineNeed | undefined)?];

function notStarted({ cwd, end }: FailedCall, what: string): Reading {
  if (!existsSync(cwd)) {
    return [
      "git_state",
      "persistent",
      `${what} could not run: the folder is gone. Retry the task to have it recreated.`,
    ];
  }
  if (end.code === "ENOENT") return ["config_error", "terminal", GIT_MISSING, "git"];
  if (end.code === "EACCES" || end.code === "EPERM") {
    return ["permission", "terminal", `${what} may not be started. Check who owns git and this folder.`];
  }
  return ["out_of_memory", "transient", noRoom(what, end.code ?? "no reason given"), "room"];
}

const GIT_MISSING =
  "The program git was not found on PATH. Install git 2.38 or newer, or set `isolation: none` in reeve.yaml.";

const CLAUSES: readonly (readonly [RegExp, FailureClass, RestartKind, string, MachineNeed?])[] = [
  [
    /no space left on device|disk quota exceeded/i,
    "disk_full",
    "transient",
    "the disk is full. Make room; `reeve clean --dry-run` shows what Reeve could remove.",
    "disk",
  ],
  [
    /transport '[^']*' not allowed|lazy fetching disabled/i,
    "git_state",
    "terminal",
    "this is a partial clone, and an object that is needed here is not in it. Reeve fetches none by itself: get it with git (`git fetch --refetch --filter=blob:limit=1g`), then try again.",
  ],
  [
    /dubious ownership/i,
    "permission",
    "terminal",
    "the repository belongs to another user, and git does not trust it. Run Reeve as its owner, or add the folder to `safe.directory`.",
  ],
  [
    /permission denied \(publickey|authentication failed|could not read (username|password)|invalid credentials/i,
    "auth",
    "terminal",
    "the remote did not accept the credentials. Log in to it (`git fetch` must work without a prompt), then try again.",
  ],
  [
    /could not resolve host|connection (refused|reset|timed out)|network is unreachable|early eof/i,
    "network",
    "transient",
    "the remote could not be reached. Check the network.",
  ],
  [
    /(cannot lock ref|\.lock'|adding an object|unable to (create|write)).*(permission denied|not permitted|read-only)|insufficient permission for adding an object|unable to create temporary file: (permission|read-only)/is,
    "permission",
    "terminal",
    "the repository cannot be written. Check who owns its .git folder and whether its disk is read-only.",
    "repository",
  ],
  [
    /cannot lock ref '[^']*': '[^']*' exists; cannot create/i,
    "git_state",
    "terminal",
    "a branch of yours has the name of a folder that Reeve needs for its branches. Rename the branch that the evidence names (`git branch -m reeve my-reeve`).",
    "repository",
  ],
  [
    /missing object [0-9a-f]{40,64} for refs\//i,
    "git_state",
    "terminal",
    "an object that one of the repository's refs needs is gone; the evidence names both. Bring it back from a clone, a backup or where the branch was pushed (`git fetch`).",
    "repository",
  ],
  [
    /permission denied|operation not permitted|read-only file system|insufficient permission/i,
    "permission",
    "terminal",
    "it may not write there. Check who owns the repository's .git folder and Reeve's state folder.",
  ],
  [
    /\.lock'?: File exists|another git process seems|could not lock config file|failed to read .*commondir|is at [0-9a-f]+ but expected/i,
    "git_state",
    "transient",
    "another git process holds a lock or was faster. If none is running, look at the lock file named in the evidence.",
  ],
  [
    /is already (checked out|used by worktree) at/i,
    "git_state",
    "terminal",
    "the branch is checked out elsewhere. Switch to another branch there (`git switch --detach` shows the same commit).",
  ],
  [
    /cannot allocate memory|out of memory|too many open files|unable to create thread|resource temporarily unavailable/i,
    "out_of_memory",
    "transient",
    "the machine has no room for it: memory, processes or open files.",
    "room",
  ],
  [
    /not a git repository|bad object|object file .* is empty|loose object|index file (corrupt|smaller)|bad (index|signature|config)|unable to read tree|invalid sha1 pointer|packfile .* (cannot|corrupt|is far too short)|missing (blob|tree|commit)|broken ref/i,
    "git_state",
    "terminal",
    "the repository is damaged. `git fsck` shows what is missing; repair it, then try again.",
  ],
];

const LINES_MAX = 10;
const LINE_LENGTH_MAX = 300;

function evidenceOf(err: string): readonly string[] {
  const lines = err.split("\n").map((line) => line.trimEnd());
  const last = lines.filter((line) => line !== "" && !/^hint:/.test(line)).slice(-LINES_MAX);
  const safe = redact(last, secretsOf({}, process.env));
  return safe.map((line) => line.replace(/(:\/\/)[^/\s@]+@/g, "$1[redacted]@").slice(0, LINE_LENGTH_MAX));
}

/** The command and its subcommand, without what it is about: that may be long, and is in the evidence where it matters. */
function verbOf(args: readonly string[]): string {
  const words = args.filter((word, at) => word !== "-c" && args[at - 1] !== "-c" && !word.startsWith("-"));
  return words.slice(0, words[0] === "worktree" || words[0] === "submodule" ? 2 : 1).join(" ");
}
