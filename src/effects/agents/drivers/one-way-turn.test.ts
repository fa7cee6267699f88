/** An agent that only talks, played: messages wait for its answer, an interrupt ends it. */
import { expect, test } from "vitest";
import type { DriverIo, ProcessExit } from "./driver.ts";
import type { DriveOrder, InboxMessage } from "./driver-lines.ts";
import { driveOneWay, type OneWayAgent } from "./one-way-turn.ts";

const order: DriveOrder = {
  prompt: "Do it.",
  workspace: "/workspace",
  model: null,
  session: null,
  newSession: "new",
  program: [],
  options: {},
  limits: { minutes: 60 },
};

class Played {
  readonly commands: (readonly string[])[] = [];
  readonly written: string[] = [];
  readonly #sent: InboxMessage[] = [];
  ended = 0;
  #end: (exit: ProcessExit) => void = () => {};
  #wake: () => void = () => {};

  /** It is at work until the first `finish`. */
  readonly io: DriverIo = {
    emit: () => {},
    spawn: (command) => {
      this.commands.push(command);
      const exit = new Promise<ProcessExit>((resolve) => {
        this.#end = resolve;
      });
      const isFirst = this.commands.length === 1;
      if (!isFirst) this.#end({ code: 0, signal: null });
      return {
        pid: 1,
        lines: (async function* () {
          await exit;
          yield "said";
        })(),
        write: (text) => void this.written.push(text),
        endInput: () => {},
        errTail: () => "",
        onErrLine: () => {},
        exit,
      };
    },
    endAll: async () => {
      this.ended += 1;
      this.#end({ code: null, signal: "SIGTERM" });
    },
    inbox: { [Symbol.asyncIterator]: () => this.#messages() },
    stopped: new AbortController().signal,
    now: () => 0,
    env: {},
    scratchDir: async () => "/nowhere",
  };

  async send(message: InboxMessage): Promise<void> {
    this.#sent.push(message);
    this.#wake();
    await new Promise((resolve) => setImmediate(resolve));
  }

  finish(code: number): void {
    this.#end({ code, signal: null });
  }

  async *#messages(): AsyncGenerator<InboxMessage> {
    for (;;) {
      for (const message of this.#sent.splice(0)) yield message;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

const agent: OneWayAgent<{ readonly session: string | undefined }> = {
  command: ({ how, id }) => ({ command: [how, id], env: {} }),
  listen: () => ({ line: () => {}, seen: () => ({ session: undefined }) }),
  isLost: () => false,
  isTaken: () => false,
  isGood: ({ exit, interrupted }) => exit.code === 0 && !interrupted,
};

test("messages that came while it worked are told together, in a turn of their own in the same session", async () => {
  const played = new Played();
  const end = driveOneWay(agent, order, played.io);
  await played.send({ type: "steer", id: "1", text: "Stop." });
  await played.send({ type: "steer", id: "2", text: "Go." });
  expect(played.commands).toEqual([["begin", "new"]]);
  played.finish(0);
  expect(await end).toMatchObject({ exit: { code: 0 }, interrupted: false });
  expect(played.commands[1]).toEqual(["resume", "new"]);
  expect(played.written).toEqual(["Do it.", "Stop.\n\nGo."]);
});

test("after a turn that failed nothing more is told", async () => {
  const played = new Played();
  const end = driveOneWay(agent, order, played.io);
  await played.send({ type: "steer", id: "1", text: "Go on." });
  played.finish(1);
  expect(await end).toMatchObject({ exit: { code: 1 } });
  expect(played.commands).toHaveLength(1);
});

test("an interrupt ends it with everything it started, and what waited is not told", async () => {
  const played = new Played();
  const end = driveOneWay(agent, order, played.io);
  await played.send({ type: "steer", id: "1", text: "Go on." });
  await played.send({ type: "interrupt", id: "2" });
  expect(await end).toMatchObject({ interrupted: true });
  expect([played.ended, played.commands.length]).toEqual([1, 1]);
});
