/**
 * Runs a shell line that a person wrote, in a folder, within a time limit, and says what came of it. Each run has a
 * keeper, as agents have: what it starts is ended with it wherever it went, its output is bounded on disk, and it does
 * not outlive a killed Reeve for long. What an exit means is decided by whoever asked.
 */
import { randomUUID } from "node:crypto";
import { realpathSync, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Failure } from "../../../domain/proof/failure.ts";
import type { CommandCheck, TaskId } from "../../../domain/spec/plan.ts";
import type { ExitStatus } from "../../../domain/work/outcome.ts";
import { clearAttempt, type Known } from "../../agents/host/clear-attempt.ts";
import type { KeeperSettings } from "../../agents/host/place-order.ts";
import { makeFolder, makeFolderSync } from "../../files/make-folder.ts";
import { isOperating } from "../../files/operating-error.ts";
import { secretsOf } from "../../masking/redact.ts";
import { type AttemptFolder, attemptFolder, folderNamed, giveUp } from "../../processes/attempt-folder.ts";
import { observeAttempt } from "../../processes/observe.ts";
import { createStarterClient, type StarterClient, StarterError } from "../../processes/starter-client.ts";
import type { KnownProcess } from "../../processes/starter-protocol.ts";
import type { Sandbox } from "../../sandbox/open-sandbox.ts";
import { withWall } from "../../sandbox/wall-hit.ts";
import { type CheckClock, REAL_CLOCK } from "./check-clock.ts";
import { couldNotRun, storeProblem, whyNotEnded } from "./check-failure.ts";
import { readCheckOutput, removeCheck } from "./check-output.ts";
import { CheckWatch } from "./check-watch.ts";
import { keepRequest } from "./place-check.ts";

export interface Checks {
  /** Never throws for what the line does or the machine lacks. */
  readonly run: (check: CommandCheck, where: CheckPlace) => Promise<CheckRun>;
  /** Ends what a killed Reeve's checks left behind; says how many processes that were. */
  readonly sweep: () => Promise<number>;
  /** To be called when nothing runs any more. */
  readonly close: () => Promise<void>;
}

export interface CheckPlace {
  readonly cwd: string;
  readonly task?: TaskId | null;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface CheckRun {
  /** Null where it never ran, or nobody saw how it ended. */
  readonly exit: ExitStatus | null;
  readonly timedOut: boolean;
  readonly aborted: boolean;
  /** Both streams as they came: beginning and end, cleaned for a terminal, keys redacted. */
  readonly output: string;
  readonly tookMs: number;
  /** When it was started, in milliseconds since 1970. */
  readonly at: number;
  /** The line itself is not to blame. */
  readonly failure?: Failure;
}

export interface ChecksOptions {
  /** The run's folder: its lease keeps checks alive, `checks/` below it holds what is running. */
  readonly runDir: string;
  readonly runId: string;
  /** A check whose Reeve does not come back for so long is ended by its keeper. */
  readonly orphanMinutes?: number;
  /** Values that no output may show; absent: what is named like a key in the environment. */
  readonly secrets?: readonly string[];
  /** Of the output of one check, what is handed on. */
  readonly outputKb?: number;
  readonly clock?: CheckClock;
  /** Not closed with the checks. */
  readonly starter?: StarterClient;
  /** The walls around every check; null or absent: none. */
  readonly sandbox?: Sandbox | null;
  /** For tests: a quicker watch. */
  readonly keeper?: Partial<KeeperSettings>;
}

export function openChecks(options: ChecksOptions): Checks {
  return new KeptChecks(options);
}

const OUTPUT_KB = 256;
/** A check that is out of time is asked first; it may have children of its own to end. */
const GRACE_MS = 2_000;

class KeptChecks implements Checks {
  readonly #options: ChecksOptions;
  readonly #dir: string;
  readonly #starter: StarterClient;
  readonly #clock: CheckClock;
  readonly #watch: CheckWatch;
  readonly #active = new Set<string>();

  constructor(options: ChecksOptions) {
    this.#options = options;
    makeFolderSync(join(options.runDir, "checks", "exits"), 0o700);
    this.#dir = realpathSync(join(options.runDir, "checks"));
    this.#starter = options.starter ?? createStarterClient();
    this.#clock = options.clock ?? REAL_CLOCK;
    this.#watch = new CheckWatch((changed) => watch(join(this.#dir, "exits"), changed), this.#starter);
  }

  readonly run = async (check: CommandCheck, where: CheckPlace): Promise<CheckRun> => {
    const [startedAt, at] = [this.#clock.now(), this.#clock.date?.() ?? Date.now()];
    const end = (run: Ended): CheckRun => ({ ...run, tookMs: this.#clock.now() - startedAt, at });
    if (where.signal.aborted) return end({ ...NOTHING, aborted: true });
    const name = randomUUID();
    const folder = attemptFolder(this.#dir, name);
    this.#active.add(name);
    try {
      const run = await this.#run(check, where, folder);
      await removeCheck(folder);
      return end(run);
    } catch (error) {
      // Whatever went wrong, it may be running.
      await this.#sweepOne(folder);
      return end({ ...NOTHING, failure: storeProblem(error, folder.dir) });
    } finally {
      this.#active.delete(name);
    }
  };

  readonly sweep = async (): Promise<number> => {
    const names = await readdir(join(this.#dir, "attempts")).catch(() => []);
    let ended = 0;
    for (const name of names.filter((each) => !this.#active.has(each)))
      ended += await this.#sweepOne(folderNamed(this.#dir, name));
    return ended;
  };

  readonly close = async (): Promise<void> => {
    this.#watch.close();
    if (!this.#options.starter) await this.#starter.close();
  };

  async #run(check: CommandCheck, where: CheckPlace, folder: AttemptFolder): Promise<Ended> {
    await makeFolder(folder.dir, 0o700);
    const answer = await this.#starter.ask("keep", await keepRequest(check, where, folder, this.#options));
    if (answer.type === "failed") return { ...NOTHING, failure: couldNotRun(check, answer.message, answer.scarce) };
    const known: Known = answer.type === "kept" ? answer.kept : await this.#findKept(folder);
    const why = known.keeper ? await this.#whenOver(check, where.signal, folder, known.keeper) : "ended";
    if (why !== "ended") {
      const { agent, keeper } = known;
      const agentToo = { ...(agent && { agent }), ...(keeper && { keeperPid: keeper.pid }) };
      await this.#starter.ask("end", { mark: folder.mark, ...agentToo, graceMs: GRACE_MS });
    }
    const { exit } = await clearAttempt(folder, this.#starter, known);
    const { outputKb = OUTPUT_KB, secrets = secretsOf({}, process.env) } = this.#options;
    const output = withWall(await readCheckOutput(folder.dir, outputKb * 1024, secrets), this.#options.sandbox);
    const failure = why === "ended" ? whyNotEnded(check, where.cwd, exit) : undefined;
    const over = { timedOut: why === "late", aborted: why === "aborted", output };
    return { exit: failure ? null : (exit?.exit ?? null), ...over, ...(failure && { failure }) };
  }

  /** The helper died after it had started the keeper, and the next one was asked again: the first keeper has it. */
  async #findKept(folder: AttemptFolder): Promise<Known> {
    const seen = await observeAttempt(folder, this.#starter);
    return seen.state === "running" ? { keeper: seen.keeper, agent: seen.agent } : {};
  }

  /** Whichever comes first. */
  async #whenOver(
    check: CommandCheck,
    signal: AbortSignal,
    folder: AttemptFolder,
    keeper: KnownProcess,
  ): Promise<"ended" | "late" | "aborted"> {
    const { promise, resolve } = Promise.withResolvers<"ended" | "late" | "aborted">();
    const abort = (): void => resolve("aborted");
    const cancel = this.#clock.setTimer(check.timeoutS * 1_000, () => resolve("late"));
    signal.addEventListener("abort", abort);
    // It may have come while the keeper was started.
    if (signal.aborted) abort();
    const forget = this.#watch.whenEnded(folder, keeper, () => resolve("ended"));
    try {
      return await promise;
    } finally {
      cancel();
      forget();
      signal.removeEventListener("abort", abort);
    }
  }

  /** What cannot be ended or removed now stays for the next sweep. */
  async #sweepOne(folder: AttemptFolder): Promise<number> {
    try {
      // A start that is still under way somewhere finds the lock taken.
      const cleared = (await giveUp(folder)) ? undefined : await clearAttempt(folder, this.#starter, {});
      await removeCheck(folder);
      return cleared?.leftovers ?? 0;
    } catch (error) {
      if (!(error instanceof StarterError) && !isOperating(error)) throw error;
      return 0;
    }
  }
}

type Ended = Omit<CheckRun, "tookMs" | "at">;
const NOTHING = { exit: null, timedOut: false, aborted: false, output: "" };
