/**
 * The folder of one attempt and the few files that tell what became of it. Names, and reading and writing them; what
 * follows from them is decided by `observe.ts` and the host.
 *
 * Who may start the agent is settled by one file, `lock`, created exclusively: by the keeper before anything else, or by
 * Reeve to give the attempt up. Whoever comes second has lost, for ever.
 */
import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { constants as osConstants } from "node:os";
import { join } from "node:path";
import type { ExitStatus } from "../../domain/work/outcome.ts";
import { readIfThere } from "../files/foreign-file.ts";
import { makeFolder } from "../files/make-folder.ts";
import { isCode } from "../files/operating-error.ts";
import type { Kept } from "./starter-protocol.ts";

export interface AttemptFolder {
  readonly dir: string;
  /** Unique to this attempt of this run on this machine; carried by every process the agent starts. */
  readonly mark: string;
  readonly order: string;
  readonly prompt: string;
  /** What whoever works leaves for Reeve: all of the folder that it can write to behind walls. */
  readonly handIn: string;
  readonly result: string;
  readonly lock: string;
  readonly keeper: string;
  readonly agent: string;
  /** Reeve asked for the end; survives Reeve, so that the exit is not taken for a crash afterwards. */
  readonly stopping: string;
  readonly log: string;
  /** Its keeper's watch was killed: what that had started is still there. */
  readonly left: string;
  /** What keeps its output was killed: some of it may be missing. */
  readonly torn: string;
  /** Messages to an agent at work. */
  readonly inbox: string;
  /** What its sandbox has for it alone: a temp, a home. Gone when it has ended. */
  readonly box: string;
  /** One folder for the exits of all attempts, so that one watch covers them. */
  readonly exit: string;
}

/** `runDir` is the run's real path: the mark is made from it, and must come out the same after a restart. */
export function attemptFolder(runDir: string, attempt: string): AttemptFolder {
  return folderNamed(runDir, fileName(attempt));
}

/** The same for whoever found the folder and does not know the attempt's id. */
export function folderNamed(runDir: string, name: string): AttemptFolder {
  const dir = join(runDir, "attempts", name);
  const handIn = join(dir, "hand-in");
  return {
    dir,
    mark: `${name}-${digest(dir)}`,
    order: join(dir, "order.json"),
    prompt: join(dir, "prompt.txt"),
    handIn,
    result: join(handIn, "result.json"),
    lock: join(dir, "lock"),
    keeper: join(dir, "keeper"),
    agent: join(dir, "agent"),
    stopping: join(dir, "stopping"),
    log: join(dir, "keeper.log"),
    left: join(dir, "left"),
    torn: join(dir, "torn"),
    inbox: join(dir, "inbox.jsonl"),
    box: join(runDir, "boxes", name),
    exit: join(runDir, "exits", name),
  };
}

export function leasePath(runDir: string): string {
  return join(runDir, "lease");
}

/** Tells all keepers of the run that a Reeve is there. To be called several times within `orphanMinutes`. */
export async function touchLease(runDir: string): Promise<void> {
  // They look whether it has changed: its age would depend on a clock that can be set.
  await writeFile(leasePath(runDir), `${randomUUID()}\n`, { mode: 0o600 });
}

const NAME_LENGTH_MAX = 150;

/**
 * Any id becomes a plain file name, and no two the same. Lower case, digits, `.`, `_` and `-` stay as they are; where
 * that is not enough, a digest is added: macOS takes `A` and `a` for the same name, and names have a length.
 */
export function fileName(id: string): string {
  const bytes = [...Buffer.from(id)];
  const name = bytes.map((byte, at) => (isPlain(byte, at) ? String.fromCharCode(byte) : hex(byte))).join("");
  if (name !== "" && name.length <= NAME_LENGTH_MAX && !/[A-Z]/.test(name)) return name;
  return `${name.slice(0, NAME_LENGTH_MAX)}%${digest(id)}`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

function isPlain(byte: number, at: number): boolean {
  return /[A-Za-z0-9_]/.test(String.fromCharCode(byte)) || (at > 0 && (byte === 0x2d || byte === 0x2e));
}

function hex(byte: number): string {
  return `%${byte.toString(16).padStart(2, "0")}`;
}

/** What the keeper published. */
export interface KeptExit {
  readonly exit: ExitStatus;
  /** Its keeper ended it because no Reeve came back. */
  readonly orphaned: boolean;
  /** The keeper could not start it (its workspace, the files of the attempt), or not write how it ended. */
  readonly problem: "workspace" | "files" | null;
}

export async function readExit(folder: AttemptFolder): Promise<KeptExit | undefined> {
  const text = await readIfThere(folder.exit);
  if (text === undefined) return undefined;
  const said = asRecord(text);
  // An empty file is all that a keeper could publish on a full disk: nobody knows how the agent ended.
  if (typeof said["status"] !== "number") return { exit: exitStatus(1), orphaned: false, problem: "files" };
  const problem = said["problem"] === "workspace" || said["problem"] === "files" ? said["problem"] : null;
  return { exit: exitStatus(said["status"]), orphaned: said["orphaned"] === true, problem };
}

/**
 * A shell reports the end by signal N as 128 + N and cannot tell it from an exit with that number, so both are given:
 * the number as it is, and the signal it would be.
 */
export function exitStatus(status: number): ExitStatus {
  const signal = Object.entries(osConstants.signals).find(([, number]) => number === status - 128);
  return { code: status, signal: signal ? signal[0] : null };
}

export async function readKept(folder: AttemptFolder): Promise<Kept | undefined> {
  const kept = asRecord((await readIfThere(folder.keeper)) ?? "");
  return "keeper" in kept && "agent" in kept ? (kept as unknown as Kept) : undefined;
}

/** The pid in `lock` or `agent`; undefined where there is none (yet). */
export async function readPid(path: string): Promise<number | undefined> {
  const pid = Number.parseInt((await readIfThere(path)) ?? "", 10);
  return pid > 0 ? pid : undefined;
}

const GIVEN_UP = "given up\n";

/** True: no keeper has this attempt and none ever can. False: one has or had it. */
export async function giveUp(folder: AttemptFolder): Promise<boolean> {
  await makeFolder(folder.dir, 0o700);
  try {
    await writeFile(folder.lock, GIVEN_UP, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
    return (await readIfThere(folder.lock)) === GIVEN_UP;
  }
}

const RESULT_BYTES_MAX = 4 * 1024 * 1024;

/** The agent may have put anything there: no link is followed, nothing but a file is read, and not without bound. */
export function readResult(folder: AttemptFolder): Promise<string | undefined> {
  return readIfThere(folder.result, RESULT_BYTES_MAX).catch(() => undefined);
}

/** Our own small JSON files, which whoever shares our user may have written over: what is not an object counts as empty. */
function asRecord(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
