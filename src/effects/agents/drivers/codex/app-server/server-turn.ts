/**
 * One turn of one thread over Codex's app-server: the thread is begun or resumed, the prompt goes in, what happens is told,
 * messages from Reeve go in between, until the turn has ended and the process too. What its end means is judged elsewhere.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { asMapping, asText } from "../../../../../basics/loose.ts";
import type { DrivenProcess, DriverIo, ProcessExit } from "../../driver.ts";
import type { DriveOrder } from "../../driver-lines.ts";
import { sandboxOf, serverCommand } from "../codex-command.ts";
import { passComplaints } from "../complaints.ts";
import { silenceSeconds, watchSilence } from "../silence-watch.ts";
import { type Answer, AppServer } from "./app-server.ts";
import { answerTo } from "./approvals.ts";
import type { ServerEnd } from "./server-end.ts";
import { ServerEvents } from "./server-events.ts";
import { openThread } from "./server-thread.ts";

const LEAVE_MS = 10_000;
const GRACE_MS = 1_000;

export async function runServerTurn(order: DriveOrder, session: string | null, io: DriverIo): Promise<ServerEnd> {
  const { command, env } = serverCommand(order);
  const child = io.spawn(command, { env, stdin: "pipe" });
  passComplaints(child);
  const turn = new ServerTurn(order, io, child);
  const watch = watchSilence(io, silenceSeconds(order.options) * 1_000, {
    isUsingTool: () => turn.events.isUsingTool,
    onSilence: () => turn.giveUp(),
  });
  const stop = () => void turn.interrupt();
  io.stopped.addEventListener("abort", stop, { once: true });
  if (io.stopped.aborted) stop();
  const listening = turn.listen(watch.heard);
  void turn.hearInbox();
  await turn.begin(session);
  await listening;
  watch.close();
  io.stopped.removeEventListener("abort", stop);
  return turn.end(await child.exit);
}

class ServerTurn {
  readonly events: ServerEvents;
  readonly #order: DriveOrder;
  readonly #io: DriverIo;
  readonly #child: DrivenProcess;
  readonly #server: AppServer;
  #refusal: string | undefined;
  /** Messages that it could not be told yet. */
  #messages: string[] = [];
  #steering: Promise<void> = Promise.resolve();
  #isInterrupted = false;
  #isSilent = false;
  #isOver = false;
  #isSeenOff = false;

  constructor(order: DriveOrder, io: DriverIo, child: DrivenProcess) {
    this.#order = order;
    this.#io = io;
    this.#child = child;
    this.#server = new AppServer(child);
    this.events = new ServerEvents(io, () => void this.#turnEnded());
  }

  async listen(heard: () => void): Promise<void> {
    const sandbox = sandboxOf(this.#order);
    await this.#server.listen({
      onNotice: (method, params) => {
        heard();
        this.events.heard(method, params);
      },
      onRequest: (method, params) => {
        heard();
        const { answer, denied } = answerTo(method, params, sandbox);
        if (denied !== undefined)
          this.#io.emit({ type: "note", text: `Nobody was there to allow it, so it was declined: ${denied}` });
        return answer;
      },
    });
    this.#isOver = true;
  }

  async begin(session: string | null): Promise<void> {
    const opened = await openThread(this.#server, this.#order, session, this.#io);
    if (!opened.ok) return this.#refused(opened.answer);
    this.events.begin(opened.thread, opened.model, session === null);
    await this.#say(this.#order.prompt);
  }

  async hearInbox(): Promise<void> {
    for await (const message of this.#io.inbox) {
      if (message.type === "interrupt") void this.interrupt();
      else if (this.#isOver) this.#io.emit({ type: "note", text: "A message arrived after the turn had ended." });
      else {
        this.#messages.push(message.text);
        this.#steer();
      }
    }
  }

  async interrupt(): Promise<void> {
    if (this.#isInterrupted) return;
    this.#isInterrupted = true;
    const { thread, turnId } = this.events;
    if (turnId === undefined) return await this.#io.endAll(GRACE_MS);
    const answer = await this.#server.call("turn/interrupt", { threadId: thread, turnId });
    // Where it agreed, the end of the turn follows, and with it the end of the process.
    if (!answer.ok || !(await this.#leaves())) await this.#io.endAll(GRACE_MS);
  }

  giveUp(): void {
    this.#isSilent = true;
    void this.#io.endAll(GRACE_MS);
  }

  end(exit: ProcessExit): ServerEnd {
    this.events.close();
    const { turn, text, waiting, resetsAt } = this.events;
    return {
      turn,
      refusal: this.#refusal,
      text,
      exit,
      err: this.#child.errTail(),
      interrupted: this.#isInterrupted,
      silent: this.#isSilent,
      waiting,
      resetsAt,
      seenOff: this.#isSeenOff,
    };
  }

  async #say(text: string): Promise<void> {
    const { schema } = this.#order;
    const about = { threadId: this.events.thread, input: inputOf(text), ...(schema && { outputSchema: schema }) };
    const answer = await this.#server.call("turn/start", about);
    if (!answer.ok) return this.#refused(answer);
    this.events.turnBegun(asText(asMapping(answer.result["turn"])["id"]));
    this.#steer();
  }

  /** One after the other, in their order. */
  #steer(): void {
    this.#steering = this.#steering.then(() => this.#tellMessages());
  }

  /** What it does not take now it gets as a turn of its own. */
  async #tellMessages(): Promise<void> {
    const { thread, turnId } = this.events;
    if (turnId === undefined || this.#isInterrupted) return;
    const waiting = this.#messages.splice(0);
    for (const [at, text] of waiting.entries()) {
      const about = { threadId: thread, expectedTurnId: turnId, input: inputOf(text) };
      const answer = await this.#server.call("turn/steer", about);
      if (!answer.ok) return void this.#messages.unshift(...waiting.slice(at));
    }
  }

  async #turnEnded(): Promise<void> {
    await this.#steering;
    const isGood = this.events.turn?.["status"] === "completed";
    const next = isGood && !this.#isInterrupted ? this.#messages.splice(0) : [];
    if (next.length > 0) await this.#say(next.join("\n\n"));
    else await this.#leave();
  }

  #refused(answer: Extract<Answer, { ok: false }>): void {
    if (!answer.gone) this.#refusal = answer.words;
    void this.#leave();
  }

  /** It goes when its input ends. */
  async #leave(): Promise<void> {
    this.#isOver = true;
    this.#child.endInput();
    if (await this.#leaves()) return;
    this.#isSeenOff = true;
    await this.#io.endAll(GRACE_MS);
  }

  async #leaves(): Promise<boolean> {
    return await Promise.race([this.#child.exit.then(() => true), sleep(LEAVE_MS, false, { ref: false })]);
  }
}

function inputOf(text: string): readonly object[] {
  return [{ type: "text", text, text_elements: [] }];
}
