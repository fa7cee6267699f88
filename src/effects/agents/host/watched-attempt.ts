/**
 * One attempt from its start, or its adoption, to its end. Told of the end twice over: by the exit its keeper publishes
 * and by the keeper's own end; whichever comes first finishes it, once.
 *
 * States: watched → finishing → ended. Closing leaves it where it is, and nothing is told any more.
 */
import { rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { LineMasker } from "../../../domain/secrets/line-masker.ts";
import type { AttemptId } from "../../../domain/work/attempt.ts";
import type { Outcome } from "../../../domain/work/outcome.ts";
import { isOperating } from "../../files/operating-error.ts";
import { maskFiles } from "../../masking/mask-files.ts";
import { redact, secretsOf } from "../../masking/redact.ts";
import { type AttemptFolder, readExit } from "../../processes/attempt-folder.ts";
import type { EndReport } from "../../processes/end-processes.ts";
import { RefusedOrders } from "../../processes/refused-orders.ts";
import { type StarterClient, StarterError } from "../../processes/starter-client.ts";
import type { KnownProcess } from "../../processes/starter-protocol.ts";
import type { Sandbox } from "../../sandbox/open-sandbox.ts";
import type { AgentAdapter, AgentEvent, AttemptRequest } from "../adapters/agent-adapter.ts";
import type { InboxMessage } from "../drivers/driver-lines.ts";
import { sendToInbox } from "../drivers/inbox.ts";
import { followOutput, type OutputFollower } from "../output/output-follower.ts";
import type { AttemptEnded, OutputPosition, SteerAnswer } from "./agent-host.ts";
import { type Cleared, clearOrRead, judge } from "./clear-attempt.ts";
import { findAgent, whenGone } from "./know-processes.ts";

export interface AttemptHooks {
  readonly sandbox: Sandbox | null;
  readonly onEvents: (events: readonly AgentEvent[], position: OutputPosition) => void;
  readonly onEnd: (ended: AttemptEnded) => void;
  readonly onRefused: (order: { readonly command: string; readonly pid: number }) => void;
}

export class WatchedAttempt {
  readonly id: AttemptId;
  readonly #request: AttemptRequest;
  readonly #adapter: AgentAdapter;
  readonly #folder: AttemptFolder;
  readonly #starter: StarterClient;
  readonly #hooks: AttemptHooks;
  readonly #secrets: readonly string[];
  #agent: KnownProcess | undefined;
  #keeper: KnownProcess | undefined;
  #follower: OutputFollower | undefined;
  #finishing: Promise<void> | undefined;
  #closed = false;
  /** Requests to stop it that are under way, and whether any of them found something to end. */
  #stops = 0;
  #stopped = false;
  readonly #refused: RefusedOrders;

  constructor(
    request: AttemptRequest,
    adapter: AgentAdapter,
    folder: AttemptFolder,
    starter: StarterClient,
    hooks: AttemptHooks,
  ) {
    this.id = request.attemptId;
    this.#request = request;
    this.#adapter = adapter;
    this.#folder = folder;
    this.#starter = starter;
    this.#refused = new RefusedOrders(folder.handIn);
    this.#hooks = hooks;
    const { agent, callback, gateway } = request;
    // Agents name the address they talk to when something is wrong with it, and its name is in that.
    const door = gateway && { gateway_token: new URL(gateway.url).pathname.slice(1) };
    this.#secrets = secretsOf({ ...agent.env, ...(callback && { token: callback.token }), ...door }, process.env);
  }

  /** It runs, or ran. Without a keeper: it is over. */
  begin(
    keeper: KnownProcess | undefined,
    agent: KnownProcess | undefined,
    from: OutputPosition = { out: 0, err: 0 },
  ): void {
    this.#keeper = keeper;
    this.#agent = agent;
    const reader = this.#adapter.reader(this.#request);
    const maskers = { out: new LineMasker(), err: new LineMasker() };
    this.#follower = followOutput(this.#folder.dir, from, (lines, stream, position) => {
      const masked = lines.map((line) => (line.startsWith("{") ? line : maskers[stream].mask(line)));
      const events = reader.read(masked, stream);
      if (events.length > 0 && !this.#closed) this.#hooks.onEvents(redact(events, this.#secrets), position);
    });
    if (!keeper) void this.finish();
    else void whenGone(keeper, this.#starter).then(() => this.finish());
    void this.checkExit();
  }

  /** Below these all its processes are; none: it is over. */
  get roots(): readonly number[] {
    if (this.#finishing !== undefined) return [];
    return [this.#keeper, this.#agent].flatMap((known) => known?.pid ?? []);
  }

  async checkExit(): Promise<void> {
    if (this.#follower && this.#finishing === undefined && (await readExit(this.#folder))) await this.finish();
  }

  /** Null: it had ended by itself. May be called again with a shorter grace while it is under way. */
  async stop(graceMs: number): Promise<EndReport | null> {
    await this.checkExit();
    if (this.#finishing !== undefined) {
      await this.#finishing;
      return null;
    }
    // Where even that cannot be written, it is ended nevertheless.
    await writeFile(this.#folder.stopping, "", { mode: 0o600 }).catch(onlyOperating);
    this.#stops += 1;
    const report = await this.#end(graceMs);
    this.#stops -= 1;
    this.#stopped ||= report.ended > 0 || report.survivors.length > 0;
    // Nobody found anything to end: it was over before it was asked.
    if (!this.#stopped && this.#stops === 0) await rm(this.#folder.stopping, { force: true });
    await this.finish();
    return this.#stopped ? report : null;
  }

  async steer(message: InboxMessage): Promise<SteerAnswer> {
    if (!this.#adapter.steerable) return { type: "cannot" };
    if (this.#finishing !== undefined) return { type: "not_running" };
    await sendToInbox(this.#folder.inbox, message);
    return { type: "sent" };
  }

  /** An order that was refused inside is known by what it left there. */
  async lookIn(): Promise<void> {
    if (this.#hooks.sandbox === null) return;
    const pid = this.#agent?.pid ?? 0;
    for (const command of await this.#refused.news()) if (!this.#closed) this.#hooks.onRefused({ command, pid });
  }

  finish(): Promise<void> {
    this.#finishing ??= this.#finish();
    return this.#finishing;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#follower?.stop();
  }

  async #finish(): Promise<void> {
    const known = { keeper: this.#keeper, agent: this.#agent };
    const cleared = await clearOrRead(this.#folder, this.#starter, known);
    const outcome = await this.#judge(cleared);
    await this.lookIn();
    // Nobody writes to them any more, and what they say has been read.
    if (!this.#closed) await maskFiles(this.#folder.dir, this.#folder.result);
    await this.#hooks.sandbox?.clear(this.#folder.box).catch(() => {});
    const { leftovers, survivors, unswept = false } = cleared;
    const living = unswept || survivors.length > 0 ? ({ mayLive: true } as const) : {};
    if (!this.#closed) this.#hooks.onEnd({ outcome: redact(outcome, this.#secrets), leftovers, survivors, ...living });
  }

  /** What the disk refuses may pass; an attempt whose files stay unreadable is lost, not silent. */
  async #judge(cleared: Cleared): Promise<Outcome> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#follower?.finish();
        return await judge(this.#folder, cleared, this.#adapter, this.#request, this.#hooks.sandbox !== null);
      } catch (error) {
        if (!isOperating(error)) throw error;
        if (tries === JUDGE_TRIES_MAX)
          return { type: "lost", evidence: [`its files could not be read: ${error.message}`] };
        await sleep(RETRY_MS);
      }
    }
  }

  /** Tried until it can be done: a stop that gave up would leave an agent at work that counts as ended. */
  async #end(graceMs: number): Promise<EndReport> {
    this.#agent ??= await findAgent(this.#folder);
    const agent = this.#agent;
    const keeperPid = this.#keeper?.pid;
    const request = { graceMs, ...(agent && { agent }), ...(keeperPid !== undefined && { keeperPid }) };
    for (;;) {
      try {
        return await this.#starter.ask("end", { ...request, mark: this.#folder.mark });
      } catch (error) {
        if (!(error instanceof StarterError)) throw error;
        await sleep(RETRY_MS);
      }
    }
  }
}

function onlyOperating(error: unknown): void {
  if (!isOperating(error)) throw error;
}

const RETRY_MS = 1_000;
const JUDGE_TRIES_MAX = 5;
