/**
 * One turn in a session of OpenCode's server: the prompt goes in, events come out, messages from Reeve go in between, and
 * whatever it asks is answered, until it is idle. OpenCode waits for ever for an API that is out of order, and repeats
 * answers with nothing in them for ever; here that has an end.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { asMapping, asText } from "../../../../basics/loose.ts";
import type { DriverIo, ProcessExit } from "../driver.ts";
import type { Loose } from "../json-line.ts";
import type { OpencodeEnd } from "./opencode-end.ts";
import { OpencodeReader } from "./opencode-reader.ts";
import type { OpencodeServer } from "./opencode-server.ts";

export interface OpencodeTurn {
  readonly session: string;
  /** Everything of a prompt but its text. */
  readonly about: object;
  readonly prompt: string;
  readonly retriesMax: number;
}

/** Longer than this nothing is waited for in place: Reeve waits, and can tell. */
const WAIT_MS_MAX = 5 * 60_000;
const EMPTY_STEPS_MAX = 5;
/** For an error after which it says nothing more. */
const AFTER_ERROR_MS = 15_000;

export async function runTurn(turn: OpencodeTurn, server: OpencodeServer, io: DriverIo): Promise<OpencodeEnd> {
  const talk = new Talk(turn, server, io);
  const events = server.events();
  // The first event says that all later ones will be heard.
  const first = await events.next();
  const ended = first.done ? Promise.resolve() : talk.listen(events);
  const stop = () => void talk.interrupt();
  io.stopped.addEventListener("abort", stop, { once: true });
  if (io.stopped.aborted) stop();
  await talk.say(turn.prompt);
  void talk.hearInbox();
  const exit = await Promise.race([talk.over.then(() => undefined), lostAfter(ended, server.process.exit)]);
  talk.close();
  io.stopped.removeEventListener("abort", stop);
  return talk.end(exit);
}

/** Its events end with it. One that lives on without them cannot be followed any more: it counts as gone. */
async function lostAfter(ended: Promise<void>, exit: Promise<ProcessExit>): Promise<ProcessExit> {
  await ended;
  return await Promise.race([exit, sleep(EXIT_MS, UNHEARD, { ref: false })]);
}

const UNHEARD: ProcessExit = { code: null, signal: null, problem: "its events ended" };
/** Between the end of its events and its own. */
const EXIT_MS = 2_000;

class Talk {
  readonly over: Promise<void>;
  #finish: () => void = () => {};
  #closed = false;
  #interrupted = false;
  #givenUp: OpencodeEnd["givenUp"];
  #refused: Loose | undefined;
  readonly #turn: OpencodeTurn;
  readonly #server: OpencodeServer;
  readonly #io: DriverIo;
  readonly #reader: OpencodeReader;

  constructor(turn: OpencodeTurn, server: OpencodeServer, io: DriverIo) {
    this.#turn = turn;
    this.#server = server;
    this.#io = io;
    this.#reader = new OpencodeReader(turn.session);
    this.over = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  close(): void {
    this.#closed = true;
  }

  end(exit: ProcessExit | undefined): OpencodeEnd {
    const { seen } = this.#reader;
    const error = this.#refused ?? seen.error;
    const [interrupted, givenUp, err] = [this.#interrupted, this.#givenUp, this.#server.process.errTail()];
    return { ...seen, error, interrupted, givenUp, err, ...(exit && { exit }) };
  }

  async say(text: string): Promise<void> {
    if (this.#interrupted) return;
    const body = { ...this.#turn.about, parts: [{ type: "text", text }] };
    const { status, body: answer } = await this.#server.ask("POST", this.#path("prompt_async"), body);
    if (status < 400 || this.#closed) return;
    const message =
      asText(asMapping(asMapping(answer)["data"])["message"]) ?? `OpenCode answered ${status} to the prompt.`;
    this.#refused = { name: "PromptRefused", data: { message } };
    this.#finish();
  }

  async hearInbox(): Promise<void> {
    for await (const message of this.#io.inbox) {
      if (message.type === "interrupt") await this.interrupt();
      else if (this.#closed) this.#io.emit({ type: "note", text: "A message arrived after the turn had ended." });
      else await this.say(message.text);
    }
  }

  async interrupt(): Promise<void> {
    if (this.#interrupted || this.#closed) return;
    this.#interrupted = true;
    await this.#server.ask("POST", this.#path("abort"));
    this.#finish();
  }

  async listen(events: AsyncIterable<Loose>): Promise<void> {
    for await (const event of events) {
      if (this.#closed) return;
      void this.#answer(event);
      for (const said of this.#reader.read(event)) this.#io.emit(said);
      if (event["type"] === "session.error") void this.#lookAfterError();
      await this.#judge();
    }
  }

  async #judge(): Promise<void> {
    const { idle, emptySteps, retries, retry } = this.#reader.seen;
    if (idle) return this.#finish();
    const tooLong = retry?.next !== undefined && retry.next - this.#io.now() > WAIT_MS_MAX;
    if (emptySteps >= EMPTY_STEPS_MAX) await this.#giveUp("empty");
    else if (retries > this.#turn.retriesMax || tooLong) await this.#giveUp("retries");
  }

  async #giveUp(why: OpencodeEnd["givenUp"]): Promise<void> {
    if (this.#givenUp || this.#interrupted) return;
    this.#givenUp = why;
    await this.#server.ask("POST", this.#path("abort"));
    this.#finish();
  }

  /** Some errors come before it was ever busy, and it is never idle after them. */
  async #lookAfterError(): Promise<void> {
    await sleep(AFTER_ERROR_MS, undefined, { ref: false });
    if (this.#closed) return;
    const { status, body } = await this.#server.ask("GET", "/session/status");
    if (status === 200 && asMapping(body)[this.#turn.session] === undefined) this.#finish();
  }

  /** Nobody is there to be asked: what it wants to do is allowed, what it wants to know it has to decide itself. */
  async #answer({ type, properties }: Loose): Promise<void> {
    const id = asText(asMapping(properties)["id"]) ?? "";
    if (type === "permission.asked") await this.#server.ask("POST", `/permission/${id}/reply`, { reply: "once" });
    if (type === "question.asked") await this.#server.ask("POST", `/question/${id}/reject`);
  }

  #path(what: string): string {
    return `/session/${this.#turn.session}/${what}`;
  }
}
