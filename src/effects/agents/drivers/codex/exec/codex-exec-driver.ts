/**
 * Drives Codex through `codex exec --json`, for where its app-server cannot be used. A message from Reeve waits until the
 * turn has ended and is then a turn of its own; an interrupt ends the process.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Failure } from "../../../../../domain/proof/failure.ts";
import type { TokenUsage } from "../../../../../domain/words/token-usage.ts";
import type { Driver, DriverIo } from "../../driver.ts";
import type { DriveOrder, DriverEnd } from "../../driver-lines.ts";
import type { Loose } from "../../json-line.ts";
import { execCommand } from "../codex-command.ts";
import { codexCrash, codexFailure, codexSilence, isThreadLost, isThreadTaken, takenFailure } from "../codex-failure.ts";
import { execUsage, NOTHING, partsOf } from "../codex-usage.ts";
import { doneEnd } from "../done-end.ts";
import { silenceSeconds } from "../silence-watch.ts";
import { paysWithKey } from "./codex-key.ts";
import { type ExecEnd, runExec } from "./exec-turn.ts";

export const codexExecDriver: Driver = { name: "codex-exec", drive };

const GRACE_MS = 1_000;
/** Anything else it takes for a name, and begins a new thread without a word. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function drive(order: DriveOrder, io: DriverIo): Promise<DriverEnd> {
  const run = new ExecRun(order, io);
  void run.hearInbox();
  const stop = () => run.interrupt();
  io.stopped.addEventListener("abort", stop, { once: true });
  if (io.stopped.aborted) stop();
  return await run.toEnd();
}

class ExecRun {
  readonly #order: DriveOrder;
  readonly #io: DriverIo;
  /** Its address, where its requests go through it. */
  readonly #gateway: string | null;
  #session: string | null;
  /** What the session had used when the next turn begins; null: nobody knows. */
  #used: TokenUsage | number | null;
  #messages: string[] = [];
  #isInterrupted = false;
  #isOver = false;

  constructor(order: DriveOrder, io: DriverIo) {
    this.#order = order;
    this.#io = io;
    this.#gateway = this.#throughGateway();
    this.#session = order.session;
    this.#used = order.session === null ? NOTHING : (order.usedBefore?.tokens ?? null);
  }

  async hearInbox(): Promise<void> {
    for await (const message of this.#io.inbox) {
      if (message.type === "interrupt") this.interrupt();
      else if (this.#isOver) this.#note("A message arrived after the turn had ended.");
      else this.#messages.push(message.text);
    }
  }

  interrupt(): void {
    this.#isInterrupted = true;
    void this.#io.endAll(GRACE_MS);
  }

  async toEnd(): Promise<DriverEnd> {
    if (this.#session !== null && !UUID.test(this.#session)) this.#beginAnew();
    let prompt = this.#order.prompt;
    for (;;) {
      let end = await this.#turn(prompt);
      if (this.#session !== null && end.reader.thread === undefined && isThreadLost(end.err) && !this.#isInterrupted) {
        this.#beginAnew();
        end = await this.#turn(prompt);
      }
      const said = this.#judge(end);
      const next = said.how === "done" ? this.#messages.splice(0) : [];
      this.#session = end.reader.thread ?? this.#session;
      this.#isOver = next.length === 0;
      if (this.#isOver) return said;
      prompt = next.join("\n\n");
    }
  }

  async #turn(prompt: string): Promise<ExecEnd> {
    const { schema, options } = this.#order;
    const session = this.#session;
    const command = execCommand(this.#order, session, schema ? await this.#schemaFile(schema) : null, this.#gateway);
    const end = await runExec(command, prompt, this.#io, silenceSeconds(options) * 1_000);
    const { thread, completed } = end.reader;
    if (session !== null && thread !== undefined && thread !== session) {
      this.#note(`The session ${session} was asked for and ${thread} was given: it started over.`);
      this.#used = NOTHING;
    }
    // It says so to nobody but its log.
    if (this.#order.callback && /rmcp::transport.{0,20}quit with fatal/s.test(stripVTControlCharacters(end.err)))
      this.#note("Tools of reeve could not be reached.");
    if (completed) this.#count(completed);
    return end;
  }

  #count(total: Loose): void {
    if (this.#used === null)
      this.#note("What this turn used is not known: Codex only reports the usage of the whole session.");
    else for (const event of execUsage(total, this.#used, this.#order.model)) this.#io.emit(event);
    this.#used = partsOf(total);
  }

  #judge(end: ExecEnd): DriverEnd {
    const { text, completed, failed, waiting } = end.reader;
    const now = this.#io.now();
    if (this.#isInterrupted) return { type: "end", how: "interrupted", text };
    const failing = (failure: Failure): DriverEnd => ({ type: "end", how: "failed", text, failure });
    if (end.silent) return failing(codexSilence(silenceSeconds(this.#order.options), waiting, now));
    if (failed) return failing(codexFailure(failed, now));
    if (isThreadTaken(end.err) && !completed) return failing(takenFailure(end.err.trim(), now));
    // Both its last event and its exit status must say so.
    if (completed && end.exit.code === 0) return doneEnd(text, this.#order, now);
    const how = end.exit.problem ?? end.exit.signal ?? `exit status ${end.exit.code}`;
    return failing(codexCrash(how, end.err, now));
  }

  #beginAnew(): void {
    this.#note(`The session ${this.#session} was not found; a new one was started.`);
    this.#session = null;
    this.#used = NOTHING;
  }

  #throughGateway(): string | null {
    const { gateway } = this.#order;
    if (!gateway) return null;
    if (paysWithKey(this.#io.env)) return `${gateway.url}/openai`;
    this.#note("Codex has no key here: its requests do not go through the gateway. Set CODEX_API_KEY for that.");
    return null;
  }

  async #schemaFile(schema: object): Promise<string> {
    const file = join(await this.#io.scratchDir(), "answer-schema.json");
    await writeFile(file, JSON.stringify(schema));
    return file;
  }

  #note(text: string): void {
    this.#io.emit({ type: "note", text });
  }
}
