/** The rules of ending, in a world of plain data: time, signals and forks are scripted. Real processes: test/attempts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type EndRequest, type EndWorld, endProcesses } from "./end-processes.ts";
import type { ProcessInfo } from "./table/process-table.ts";

const MARK = "t.1-abc";

test("nothing to end: nothing is signalled", async () => {
  const world = new FakeWorld([proc(50, 1)]);
  expect(await end(world, {})).toEqual({ forced: false, ended: 0, killed: 0, survivors: [] });
  expect(world.signals).toEqual([]);
});

test("asks the whole tree below the agent, also where no mark shows, and forces nobody who goes", async () => {
  const world = new FakeWorld([proc(10, 5), proc(11, 10), proc(12, 11), proc(20, 1)]);
  const report = await end(world, { agent: { pid: 10, startTime: "s10" } });
  expect(report).toEqual({ forced: false, ended: 3, killed: 0, survivors: [] });
  expect(world.signalled("SIGTERM")).toEqual([10, 11, 12]);
  expect(world.alive()).toEqual([20]);
});

test("finds by its mark what left the tree, and what descends from it", async () => {
  const world = new FakeWorld([
    proc(30, 1, { mark: `outer:${MARK}` }),
    proc(31, 30),
    proc(40, 1, { mark: "t.10-abc" }),
  ]);
  await end(world, {});
  expect(world.alive()).toEqual([40]);
});

test("kills after the grace, not before, and says so", async () => {
  const world = new FakeWorld([proc(10, 1, { mark: MARK, deaf: true }), proc(11, 1, { mark: MARK })]);
  const report = await end(world, { graceMs: 3_000 });
  expect(report).toEqual({ forced: true, ended: 2, killed: 1, survivors: [] });
  expect(world.signals.find(([, signal]) => signal === "SIGKILL")?.[2]).toBeGreaterThanOrEqual(3_000);
});

test("without grace it kills at once and asks nobody", async () => {
  const world = new FakeWorld([proc(10, 1, { mark: MARK })]);
  expect((await end(world, { graceMs: 0 })).killed).toBe(1);
  expect(world.signalled("SIGTERM")).toEqual([]);
});

test("a stopped process is made to go on, so that it can take the request", async () => {
  const world = new FakeWorld([proc(10, 1, { mark: MARK })]);
  await end(world, {});
  expect(world.signals.map(([, signal]) => signal)).toEqual(["SIGTERM", "SIGCONT"]);
});

test("a child that loses its parent on the way is still ended", async () => {
  const world = new FakeWorld([proc(10, 5), proc(11, 10, { deaf: true })]);
  expect(await end(world, { agent: { pid: 10, startTime: "s10" } })).toMatchObject({ ended: 2, killed: 1 });
  expect(world.alive()).toEqual([]);
});

test("another process under the agent's old pid is left alone", async () => {
  const world = new FakeWorld([proc(10, 1)]);
  await end(world, { agent: { pid: 10, startTime: "s9" } });
  await end(world, { agent: { pid: 10 }, keeperPid: 5 });
  expect(world.signals).toEqual([]);
});

test("an agent of unknown start time is known as its keeper's child", async () => {
  const world = new FakeWorld([proc(5, 1), proc(10, 5)]);
  await end(world, { agent: { pid: 10 }, keeperPid: 5 });
  expect(world.alive()).toEqual([5]);
});

test("keeper and relays are spared, unless they are meant", async () => {
  const processes = (): Fake[] => [
    proc(5, 1, { keeper: MARK }),
    proc(6, 5, { keeper: MARK }),
    proc(7, 1, { keeper: "u" }),
  ];
  const spared = new FakeWorld(processes());
  await end(spared, {});
  expect(spared.alive()).toEqual([5, 6, 7]);
  const meant = new FakeWorld(processes());
  await end(meant, { keeperToo: true, graceMs: 0 });
  expect(meant.alive()).toEqual([7]);
});

test("neither itself nor an ancestor is ever signalled, whatever they carry", async () => {
  const world = new FakeWorld([proc(process.ppid, 1, { mark: MARK }), proc(process.pid, process.ppid, { mark: MARK })]);
  expect((await end(world, {})).ended).toBe(0);
  expect(world.signals).toEqual([]);
});

test("a zombie is dead already", async () => {
  const world = new FakeWorld([proc(10, 1, { mark: MARK, zombie: true })]);
  expect(await end(world, {})).toMatchObject({ ended: 0, survivors: [] });
});

test("what cannot be killed is named, after a bounded time", async () => {
  const world = new FakeWorld([proc(10, 1, { mark: MARK, immortal: true })]);
  expect(await end(world, {})).toEqual({ forced: true, ended: 0, killed: 1, survivors: [10] });
  expect(world.nowMs).toBeLessThan(20_000);
});

test("whatever forks while it is being ended: nothing of the attempt is left, and nothing else is touched", async () => {
  const forks = fc.array(
    fc.record({ parent: fc.nat(9), atMs: fc.nat(3_000), deaf: fc.boolean(), marked: fc.boolean() }),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(forks, fc.boolean(), async (plan, deafAgent) => {
      const world = new FakeWorld([proc(100, 5, { mark: MARK, deaf: deafAgent }), proc(900, 1)]);
      for (const [at, fork] of plan.entries()) {
        world.forkLater({ ...fork, parent: fork.parent === 0 ? 100 : 199 + fork.parent, pid: 200 + at });
      }
      await end(world, { agent: { pid: 100, startTime: "s100" }, graceMs: 2_000 });
      expect(world.alive()).toEqual([900]);
    }),
  );
});

interface Fake extends ProcessInfo {
  readonly deaf?: boolean;
  readonly immortal?: boolean;
}

function proc(pid: number, ppid: number, more: Partial<Fake> = {}): Fake {
  return { pid, ppid, startTime: `s${pid}`, zombie: false, mark: "", keeper: "", ...more };
}

function end(world: FakeWorld, request: Partial<EndRequest>): ReturnType<typeof endProcesses> {
  return endProcesses({ mark: MARK, graceMs: 1_000, ...request }, world.world);
}

interface Fork {
  readonly parent: number;
  readonly pid: number;
  readonly atMs: number;
  readonly deaf: boolean;
  readonly marked: boolean;
}

/** Processes die when asked, unless deaf; orphans go to pid 1; planned forks happen only while the parent lives. */
class FakeWorld {
  nowMs = 0;
  readonly signals: [number, string, number][] = [];
  #processes: Fake[];
  #forks: Fork[] = [];

  constructor(processes: Fake[]) {
    this.#processes = processes;
  }

  readonly world: EndWorld = {
    table: {
      list: async () => this.#processes,
      find: async (pids) => this.#processes.filter((info) => pids.includes(info.pid)),
      bootId: async () => "boot",
    },
    signal: (pid, signal) => this.#signal(pid, signal),
    sleep: async (ms) => {
      this.nowMs += ms;
      for (const fork of this.#forks.filter(({ atMs }) => atMs <= this.nowMs)) this.#fork(fork);
    },
    nowMs: () => this.nowMs,
  };

  forkLater(fork: Fork): void {
    this.#forks.push(fork);
  }

  alive(): number[] {
    return this.#processes.filter((info) => !info.zombie).map((info) => info.pid);
  }

  signalled(signal: string): number[] {
    return this.signals
      .filter(([, sent]) => sent === signal)
      .map(([pid]) => pid)
      .sort((a, b) => a - b);
  }

  /** A child that has no mark of its own stays in the tree. */
  #fork(fork: Fork): void {
    this.#forks = this.#forks.filter((other) => other !== fork);
    const parent = this.#processes.find((info) => info.pid === fork.parent);
    if (parent)
      this.#processes.push(proc(fork.pid, fork.marked ? 1 : fork.parent, { deaf: fork.deaf, mark: parent.mark }));
  }

  #signal(pid: number, signal: string): void {
    this.signals.push([pid, signal, this.nowMs]);
    const info = this.#processes.find((other) => other.pid === pid);
    const dies = signal === "SIGKILL" ? !info?.immortal : signal === "SIGTERM" && !info?.deaf && !info?.immortal;
    if (!dies) return;
    this.#processes = this.#processes
      .filter((other) => other.pid !== pid)
      .map((other) => (other.ppid === pid ? { ...other, ppid: 1 } : other));
  }
}
