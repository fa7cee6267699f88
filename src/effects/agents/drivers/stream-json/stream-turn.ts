/**
 * One conversation with an agent that speaks stream-json on both its input and its output: our prompt goes in, what it
 * says comes out, messages from Reeve go in between, until it has answered everything and has ended. What its end means is
 * judged by the agent's own driver.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { DrivenProcess, DriverIo, ProcessExit } from "../driver.ts";
import type { Loose } from "../json-line.ts";
import { StreamReader, type StreamSeen } from "./stream-reader.ts";

export interface StreamAgent {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** at_once: a message is written while it works. between: it hears one only when it has answered the one before. */
  readonly hears: "at_once" | "between";
  /** It understands a request to interrupt its turn; otherwise it is ended. */
  readonly interruptible: boolean;
  /** Looked at after every line: a reason not to wait for the end. */
  readonly isHopeless: (seen: StreamSeen) => boolean;
  readonly onLine?: (line: string) => void;
  readonly onResult: (result: Loose) => void;
}

export interface StreamEnd extends StreamSeen {
  readonly exit: ProcessExit;
  readonly err: string;
  /** Reeve asked for the end of the turn. */
  readonly interrupted: boolean;
  /** We ended it because there was no hope. */
  readonly givenUp: boolean;
  /** We ended it because it did not go after its last answer: how its process ended says nothing. */
  readonly seenOff: boolean;
}

/** For an agent that has said its last word to go. */
const LEAVE_MS = 10_000;
const GRACE_MS = 1_000;

export async function runStream(agent: StreamAgent, prompt: string, io: DriverIo): Promise<StreamEnd> {
  const child = io.spawn(agent.command, { env: agent.env, stdin: "pipe" });
  child.onErrLine((line) => process.stderr.write(`${line}\n`));
  const talk = new Talk(agent, child, io);
  talk.say(prompt);
  void talk.hearInbox();
  const stop = () => void talk.interrupt();
  io.stopped.addEventListener("abort", stop, { once: true });
  if (io.stopped.aborted) stop();
  await talk.listen();
  io.stopped.removeEventListener("abort", stop);
  const exit = await child.exit;
  return {
    ...talk.seen,
    exit,
    err: child.errTail(),
    interrupted: talk.interrupted,
    givenUp: talk.givenUp,
    seenOff: talk.seenOff,
  };
}

class Talk {
  interrupted = false;
  givenUp = false;
  seenOff = false;
  readonly #agent: StreamAgent;
  readonly #child: DrivenProcess;
  readonly #io: DriverIo;
  readonly #reader = new StreamReader();
  /** Written, and waiting to be written. */
  #said = 0;
  #waiting: string[] = [];
  #closed = false;
  #over = false;
  #lastLineAt = 0;

  constructor(agent: StreamAgent, child: DrivenProcess, io: DriverIo) {
    this.#agent = agent;
    this.#child = child;
    this.#io = io;
  }

  get seen(): StreamSeen {
    return this.#reader.seen;
  }

  say(text: string): void {
    this.#said += 1;
    const message = { type: "user", message: { role: "user", content: [{ type: "text", text }] } };
    this.#child.write(`${JSON.stringify(message)}\n`);
  }

  async hearInbox(): Promise<void> {
    for await (const message of this.#io.inbox) {
      if (this.#over) return;
      if (message.type === "interrupt") await this.interrupt();
      else if (this.#closed) this.#io.emit({ type: "note", text: "A message arrived after the turn had ended." });
      else if (this.#agent.hears === "at_once") this.say(message.text);
      else this.#waiting.push(message.text);
    }
  }

  async listen(): Promise<void> {
    for await (const line of this.#child.lines) {
      this.#lastLineAt = this.#io.now();
      const before = this.seen.result;
      this.#agent.onLine?.(line);
      for (const said of this.#reader.read(line)) this.#io.emit(said);
      const { result } = this.seen;
      if (result !== undefined && result !== before) this.#answered(result);
      if (!this.givenUp && this.#agent.isHopeless(this.seen)) {
        this.givenUp = true;
        void this.#io.endAll(GRACE_MS);
      }
    }
    this.#over = true;
  }

  async interrupt(): Promise<void> {
    if (this.interrupted) return;
    this.interrupted = true;
    this.#waiting = [];
    if (!this.#agent.interruptible) return await this.#io.endAll(GRACE_MS);
    const request = { type: "control_request", request_id: "interrupt", request: { subtype: "interrupt" } };
    this.#child.write(`${JSON.stringify(request)}\n`);
    if (!(await this.#leaves())) await this.#io.endAll(GRACE_MS);
  }

  #answered(result: Loose): void {
    this.#agent.onResult(result);
    const next = this.#waiting.splice(0);
    if (next.length > 0 && !this.interrupted) return this.say(next.join("\n\n"));
    if (this.#closed) return;
    this.#closed = true;
    // What it has not heard yet it still answers; then it goes.
    this.#child.endInput();
    void this.#seeOff();
  }

  /** An agent that does not go after its last answer is ended. One that has something left to answer is waited for. */
  async #seeOff(): Promise<void> {
    for (;;) {
      if (await this.#leaves()) return;
      const isQuiet = this.#io.now() - this.#lastLineAt >= LEAVE_MS;
      const owesAnswer = this.#agent.hears === "at_once" && this.seen.heard < this.#said;
      if (!isQuiet || owesAnswer) continue;
      this.seenOff = true;
      return await this.#io.endAll(GRACE_MS);
    }
  }

  async #leaves(): Promise<boolean> {
    const left = this.#child.exit.then(() => true);
    return await Promise.race([left, sleep(LEAVE_MS, false, { ref: false })]);
  }
}
