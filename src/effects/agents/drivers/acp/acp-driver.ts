/**
 * Drives any agent that speaks the Agent Client Protocol through one turn. The protocol has no way to speak to an agent
 * at work: a message waits until its answer is there and is then the next prompt of the same turn. What the protocol does
 * not tell (retries, most failures, limits) this driver cannot know.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { methods } from "@agentclientprotocol/sdk";
import type { DrivenProcess, Driver, DriverIo } from "../driver.ts";
import type { DriveOrder, DriverEnd } from "../driver-lines.ts";
import { failureOf } from "../failures.ts";
import { AcpConnection, type Answer } from "./acp-connection.ts";
import { acpEnd } from "./acp-end.ts";
import { readFileFor, writeFileFor } from "./acp-files.ts";
import { answerPermission } from "./acp-permission.ts";
import { AcpReader } from "./acp-reader.ts";
import { openSession } from "./acp-session.ts";
import { AcpUsage } from "./acp-usage.ts";

export const acpDriver: Driver = { name: "acp", drive };

const GRACE_MS = 1_000;
/** For a cancelled turn to be answered. */
const CANCEL_MS = 10_000;
/** Some answer before they have told all of the history; silence for so long is its end. */
const REPLAY_QUIET_MS = 1_000;
const REPLAY_MS_MAX = 20_000;

async function drive(order: DriveOrder, io: DriverIo): Promise<DriverEnd> {
  const child = io.spawn(order.program, { stdin: "pipe" });
  child.onErrLine((line) => process.stderr.write(`${line}\n`));
  const turn = new Turn(order, io, child);
  const stop = () => void turn.interrupt();
  io.stopped.addEventListener("abort", stop, { once: true });
  if (io.stopped.aborted) stop();
  void turn.hearInbox();
  return await turn.run();
}

class Turn {
  readonly #order: DriveOrder;
  readonly #io: DriverIo;
  readonly #child: DrivenProcess;
  readonly #connection: AcpConnection;
  readonly #reader: AcpReader;
  #usage: AcpUsage | undefined;
  #session: string | undefined;
  #waiting: string[] = [];
  #isInterrupted = false;
  #isOver = false;
  #updatedAt = 0;

  constructor(order: DriveOrder, io: DriverIo, child: DrivenProcess) {
    this.#order = order;
    this.#io = io;
    this.#child = child;
    this.#reader = new AcpReader(io.emit);
    const permissions = order.options["permissions"] === "deny" ? "deny" : "allow";
    this.#connection = new AcpConnection(child, {
      update: (update) => this.#hear(update),
      permission: (request) => {
        this.#reader.tool((request["toolCall"] ?? {}) as Readonly<Record<string, unknown>>, true);
        return answerPermission(request, permissions, this.#isInterrupted);
      },
      readFile: (request) => readFileFor(order.workspace, request),
      writeFile: (request) => writeFileFor(order.workspace, request),
    });
  }

  async run(): Promise<DriverEnd> {
    const opened = await openSession(this.#connection, this.#order, this.#io, () => this.#replayEnds());
    if (opened.type !== "opened") {
      this.#isOver = true;
      if (this.#isInterrupted) return { type: "end", how: "interrupted", text: "" };
      if (opened.type === "gone") return await this.#gone();
      return { type: "end", how: "failed", text: "", failure: opened.failure };
    }
    this.#session = opened.id;
    this.#usage = new AcpUsage(opened.isResumed ? this.#order.usedBefore : undefined, opened.agent);
    const answer = this.#isInterrupted ? CANCELLED : await this.#converse(opened.id);
    this.#isOver = true;
    this.#reader.endPassage();
    this.#child.endInput();
    if (answer.type === "gone" && !this.#isInterrupted) return await this.#gone();
    return acpEnd(answer, this.#reader.text, this.#isInterrupted, this.#io.now());
  }

  async hearInbox(): Promise<void> {
    for await (const message of this.#io.inbox) {
      if (this.#isOver) return this.#io.emit({ type: "note", text: "A message arrived after the turn had ended." });
      if (message.type === "interrupt") await this.interrupt();
      else this.#waiting.push(message.text);
    }
  }

  async interrupt(): Promise<void> {
    if (this.#isInterrupted) return;
    this.#isInterrupted = true;
    this.#waiting = [];
    if (this.#session !== undefined) {
      this.#connection.tell(methods.agent.session.cancel, { sessionId: this.#session });
      await sleep(CANCEL_MS, undefined, { ref: false });
    }
    if (!this.#isOver) await this.#io.endAll(GRACE_MS);
  }

  /** The prompt, then what was said meanwhile, until nothing is left to say. */
  async #converse(sessionId: string): Promise<Answer> {
    let text: string | undefined = this.#order.prompt;
    let answer: Answer = CANCELLED;
    while (text !== undefined) {
      const prompt = [{ type: "text", text }];
      answer = await this.#connection.ask(methods.agent.session.prompt, { sessionId, prompt });
      if (answer.type !== "result") return answer;
      this.#usage?.ofAnswer(answer.result).forEach(this.#io.emit);
      const next = this.#waiting.splice(0);
      text = next.length > 0 && !this.#isInterrupted ? next.join("\n\n") : undefined;
      if (text !== undefined) this.#reader.endPassage();
    }
    return answer;
  }

  /** Before the session is open whatever is told is history. */
  #hear(update: Readonly<Record<string, unknown>>): void {
    this.#updatedAt = this.#io.now();
    if (this.#session === undefined) return;
    this.#usage?.ofUpdate(update).forEach(this.#io.emit);
    this.#reader.read(update);
  }

  async #replayEnds(): Promise<void> {
    const begun = this.#io.now();
    this.#updatedAt = begun;
    for (;;) {
      const now = this.#io.now();
      const quietMs = now - this.#updatedAt;
      if (quietMs >= REPLAY_QUIET_MS || now - begun >= REPLAY_MS_MAX || this.#isInterrupted) return;
      await sleep(REPLAY_QUIET_MS - quietMs, undefined, { ref: false });
    }
  }

  async #gone(): Promise<DriverEnd> {
    // Its output has ended; what does not go by itself is ended.
    await this.#io.endAll(GRACE_MS);
    const { code, signal, problem } = await this.#child.exit;
    const how = problem ?? signal ?? `exit status ${code}`;
    const said = this.#child.errTail().trim().split("\n").slice(-5);
    const failure = failureOf(
      { class: "crash", message: `The agent ended (${how}) before its turn was over.`, said },
      this.#io.now(),
    );
    return { type: "end", how: "failed", text: this.#reader.text, failure };
  }
}

const CANCELLED: Answer = { type: "result", result: { stopReason: "cancelled" } };
