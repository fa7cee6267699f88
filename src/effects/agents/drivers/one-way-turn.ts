/**
 * One conversation with an agent that only talks: its prompt goes in through its standard input, which then ends, and its
 * lines come out. It hears nothing while it works; what Reeve has to tell it meanwhile is told in a turn of its own
 * afterwards. To be interrupted it is ended, with everything it started. What an end means its own driver judges.
 */
import type { DriverIo, ProcessExit } from "./driver.ts";
import type { DriveOrder } from "./driver-lines.ts";
import { driveSession, type SessionChoice } from "./stream-json/stream-session.ts";

export interface OneWayEnd {
  readonly session: string | undefined;
  readonly exit: ProcessExit;
  readonly err: string;
  /** Reeve asked for the end of the turn. */
  readonly interrupted: boolean;
}

export interface OneWayAgent<Seen extends { readonly session: string | undefined }> {
  readonly command: (session: SessionChoice) => {
    readonly command: readonly string[];
    readonly env: Readonly<Record<string, string | undefined>>;
  };
  /** For one turn: it emits by itself. */
  readonly listen: () => {
    readonly line: (line: string) => void;
    readonly errLine?: (line: string) => void;
    readonly seen: () => Seen;
  };
  readonly isLost: (end: Seen & OneWayEnd) => boolean;
  readonly isTaken: (end: Seen & OneWayEnd) => boolean;
  /** It has ended well, so that it can be told more. */
  readonly isGood: (end: Seen & OneWayEnd) => boolean;
}

const GRACE_MS = 1_000;

export async function driveOneWay<Seen extends { readonly session: string | undefined }>(
  agent: OneWayAgent<Seen>,
  order: DriveOrder,
  io: DriverIo,
): Promise<Seen & OneWayEnd> {
  const messages = new Messages(io);
  let current: SessionChoice | undefined;
  const turn = async (session: SessionChoice, prompt: string): Promise<Seen & OneWayEnd> => {
    current = session;
    const { command, env } = agent.command(session);
    const child = io.spawn(command, { env, stdin: "pipe" });
    const listening = agent.listen();
    child.onErrLine((line) => {
      process.stderr.write(`${line}\n`);
      listening.errLine?.(line);
    });
    child.write(prompt);
    child.endInput();
    for await (const line of child.lines) listening.line(line);
    const exit = await child.exit;
    return { ...listening.seen(), exit, err: child.errTail(), interrupted: messages.interrupted };
  };
  const { isLost, isTaken } = agent;
  let end = await driveSession(order, io, { turn: (session) => turn(session, order.prompt), isLost, isTaken });
  for (let message = messages.take(); message !== undefined && agent.isGood(end); message = messages.take()) {
    end = await turn({ how: "resume", id: end.session ?? current?.id ?? order.newSession }, message);
  }
  messages.close();
  return end;
}

/** What came through the inbox and waits to be told. */
class Messages {
  interrupted = false;
  #waiting: string[] = [];
  #closed = false;
  readonly #io: DriverIo;

  constructor(io: DriverIo) {
    this.#io = io;
    void this.#hear();
    io.stopped.addEventListener("abort", () => void this.#interrupt(), { once: true });
    if (io.stopped.aborted) void this.#interrupt();
  }

  take(): string | undefined {
    const waiting = this.#waiting.splice(0);
    return this.interrupted || waiting.length === 0 ? undefined : waiting.join("\n\n");
  }

  close(): void {
    this.#closed = true;
  }

  async #hear(): Promise<void> {
    for await (const message of this.#io.inbox) {
      if (message.type === "interrupt") await this.#interrupt();
      else if (this.#closed) this.#io.emit({ type: "note", text: "A message arrived after the turn had ended." });
      else this.#waiting.push(message.text);
    }
  }

  async #interrupt(): Promise<void> {
    if (this.interrupted || this.#closed) return;
    this.interrupted = true;
    await this.#io.endAll(GRACE_MS);
  }
}
