/** Messages to a turn at the moments when it cannot take them, which no real run hits on purpose. */
import { expect, test } from "vitest";
import type { DriverIo, ProcessExit } from "../../driver.ts";
import type { DriveOrder, InboxMessage } from "../../driver-lines.ts";
import { runServerTurn } from "./server-turn.ts";

const ORDER: DriveOrder = {
  prompt: "Do it.",
  workspace: "/workspace",
  model: null,
  session: null,
  newSession: "",
  program: ["codex"],
  options: {},
  limits: { minutes: 1 },
};

type Call = { readonly id?: number; readonly method: string; readonly params: Record<string, unknown> };

test("a message that came too late for its turn is a turn of its own", async () => {
  const { io, calls, end } = world((call, server) => {
    if (call.method !== "turn/start") return;
    server.begin(call);
    // The second turn ends by itself, the first when the message comes.
    if (calls.filter(({ method }) => method === "turn/start").length === 2) server.endTurn();
    else server.send({ type: "steer", id: "1", text: "Wait." });
  });
  end.onSteer = (call, server) => {
    server.endTurn();
    server.refuse(call);
  };
  const { turn } = await runServerTurn(ORDER, null, io);
  expect(turn?.["status"]).toBe("completed");
  const said = calls
    .filter(({ method }) => method === "turn/start")
    .map(({ params }) => JSON.stringify(params["input"]));
  expect(said).toEqual([expect.stringContaining("Do it."), expect.stringContaining("Wait.")]);
});

test("a message that came before the turn had begun is told as soon as it has", async () => {
  const { io, calls, end } = world((call, server) => {
    if (call.method === "thread/start") server.send({ type: "steer", id: "1", text: "Early." });
    if (call.method === "turn/start") server.begin(call);
  });
  end.onSteer = (call, server) => {
    server.answer(call, {});
    server.endTurn();
  };
  await runServerTurn(ORDER, null, io);
  const steers = calls.filter(({ method }) => method === "turn/steer");
  expect(steers.map(({ params }) => params["expectedTurnId"])).toEqual(["turn"]);
  expect(JSON.stringify(steers)).toContain("Early.");
});

test("an interrupt before any turn has begun ends the process", async () => {
  const { io, ended } = world((call, server) => {
    if (call.method === "thread/start") server.send({ type: "interrupt", id: "1" });
  });
  const { interrupted } = await runServerTurn(ORDER, null, io);
  expect(interrupted).toBe(true);
  expect(ended()).toBe(1);
});

test.each([
  ["whoever is not logged in goes through the gateway", { account: null }, true, null],
  ["so does whoever pays with a key", { account: { type: "apiKey" } }, true, null],
  ["a login with ChatGPT goes around it, and that is said", { account: { type: "chatgpt" } }, false, /with ChatGPT/],
  ["so does one that does not tell how it is logged in", {}, false, /does not tell how/],
])("%s", async (_, account, goesThrough, said) => {
  const { io, calls, notes } = world((call, server) => {
    if (call.method === "account/read") server.answer(call, account);
    if (call.method !== "turn/start") return;
    server.begin(call);
    server.endTurn();
  });
  await runServerTurn({ ...ORDER, gateway: { url: "http://127.0.0.1:1/token" } }, null, io);
  const began = calls.find(({ method }) => method === "thread/start");
  expect(JSON.stringify(began).includes("http://127.0.0.1:1/token/openai")).toBe(goesThrough);
  const around = notes().filter((text) => text.includes("do not go through the gateway"));
  expect(around).toEqual(said === null ? [] : [expect.stringMatching(said)]);
});

interface Server {
  readonly begin: (call: Call) => void;
  readonly endTurn: () => void;
  readonly answer: (call: Call, result: object) => void;
  readonly refuse: (call: Call) => void;
  readonly send: (message: InboxMessage) => void;
}

function world(onCall: (call: Call, server: Server) => void) {
  const out = new Stream<string>();
  const inbox = new Stream<InboxMessage>();
  const calls: Call[] = [];
  const end: { onSteer?: (call: Call, server: Server) => void } = {};
  const notes: string[] = [];
  let ended = 0;
  let exited = (_exit: ProcessExit): void => {};
  const exit = new Promise<ProcessExit>((resolve) => {
    exited = resolve;
  });
  const leave = () => {
    out.end();
    inbox.end();
    exited({ code: 0, signal: null });
  };
  const print = (message: object) => out.push(JSON.stringify(message));
  const turn = (status: string) => ({ threadId: "thread", turn: { id: "turn", status, error: null } });
  const server: Server = {
    begin: ({ id }) => print({ id, result: turn("inProgress") }),
    endTurn: () => print({ method: "turn/completed", params: turn("completed") }),
    answer: ({ id }, result) => print({ id, result }),
    refuse: ({ id }) => print({ error: { code: -32_600, message: "no active turn to steer" }, id }),
    send: (message) => inbox.push(message),
  };
  const hear = (call: Call): void => {
    calls.push(call);
    if (call.method === "initialize") server.answer(call, {});
    onCall(call, server);
    if (call.method === "turn/steer") end.onSteer?.(call, server);
    if (call.method === "thread/start") setImmediate(() => server.answer(call, { thread: { id: "thread" } }));
  };
  const io: DriverIo = {
    emit: (line) => void (line.type === "note" && notes.push(line.text)),
    spawn: () => ({
      pid: 1,
      lines: out,
      write: (text) => hear(JSON.parse(text) as Call),
      endInput: leave,
      errTail: () => "",
      onErrLine: () => {},
      exit,
    }),
    endAll: async () => {
      ended += 1;
      leave();
    },
    inbox,
    stopped: new AbortController().signal,
    now: () => 0,
    env: {},
    scratchDir: async () => "/nowhere",
  };
  return { io, calls, end, ended: () => ended, notes: () => notes };
}

/** Items one after the other, as they are pushed. */
class Stream<T> implements AsyncIterable<T> {
  readonly #items: T[] = [];
  #isEnded = false;
  #wake = (): void => {};

  push(item: T): void {
    this.#items.push(item);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const next = this.#items.shift();
      if (next !== undefined) yield next;
      else if (this.#isEnded) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
