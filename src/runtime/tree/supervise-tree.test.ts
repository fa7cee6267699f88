/** A tree of functions at work: starts, restarts, OTP's calls while it runs, and an orderly end. Time is moved by hand. */
import { describe, expect, it } from "vitest";
import { defineTree, type SupervisorDefinition } from "../../engine/supervision/simulate/define-tree.ts";
import { type ManualClock, manualClock } from "../time/clock.ts";
import type { TreeChild, TreeOptions } from "./life.ts";
import { type RunningTree, superviseTree } from "./supervise-tree.ts";
import { TreeError } from "./tree-error.ts";

interface World {
  readonly tree: RunningTree;
  readonly clock: ManualClock;
  readonly events: string[];
  /** Ends the newest life of a child: with an error, or without. */
  readonly end: (path: string, error?: Error) => Promise<void>;
}

async function grown(root: SupervisorDefinition, more: Partial<TreeOptions> = {}): Promise<World> {
  const defined = defineTree(root);
  if (!defined.ok) throw new Error(JSON.stringify(defined.errors));
  const clock = manualClock();
  const events: string[] = [];
  const lives = new Map<string, PromiseWithResolvers<void>>();
  const work = ({ path, signal }: TreeChild): Promise<void> => {
    const life = Promise.withResolvers<void>();
    lives.set(path, life);
    signal.addEventListener("abort", () => life.resolve(), { once: true });
    return life.promise;
  };
  const onEvent: TreeOptions["onEvent"] = (event) => void events.push(event.join(" "));
  const tree = await superviseTree(defined.spec, { work, onEvent, clock, dice: () => 0, ...more });
  const end = async (path: string, error?: Error): Promise<void> => {
    const life = lives.get(path);
    if (error) life?.reject(error);
    else life?.resolve();
    await settled();
  };
  return { tree, clock, events, end };
}

/** Microtasks only: nothing here takes time. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

const TWO: SupervisorDefinition = { id: "root", intensity: 2, periodS: 10, children: [{ id: "a" }, { id: "b" }] };

describe("a tree of functions", () => {
  it("starts in order and stops in reverse", async () => {
    const { tree, events } = await grown(TWO);
    expect(events).toEqual(["start root", "start root/a", "start root/b"]);
    expect(await tree.stop()).toBe("shutdown");
    expect(events.slice(3)).toEqual(["stop root/b", "stop root/a", "end root shutdown"]);
  });

  it("restarts what failed with its strategy, and gives up above the intensity", async () => {
    const { tree, events, end } = await grown({ ...TWO, strategy: "one_for_all" });
    await end("root/a", new Error("boom"));
    expect(events.slice(3)).toEqual(["end root/a error", "stop root/b", "start root/a", "start root/b"]);
    await end("root/b", new Error("boom"));
    await end("root/b", new Error("boom"));
    expect(await tree.ended).toBe("shutdown");
    await expect(tree.countChildren("root")).rejects.toMatchObject({ code: "noproc" });
  });

  it("waits before a restart where a backoff says so", async () => {
    const { tree, clock, events, end } = await grown({
      ...TWO,
      backoff: { kind: "constant", delayS: 10, jitter: 0 },
    });
    await end("root/a", new Error("boom"));
    clock.advance(9_999);
    await settled();
    expect(events.at(-1)).toBe("end root/a error");
    clock.advance(1);
    await settled();
    expect(events.at(-1)).toBe("start root/a");
    await tree.stop();
  });

  it("takes OTP's calls while it runs", async () => {
    const { tree, end } = await grown(TWO);
    expect(await tree.startChild("root", { id: "c", restart: "temporary" })).toBe("root/c");
    await expect(tree.startChild("root", { id: "c" })).rejects.toThrow(TreeError);
    await tree.terminateChild("root", "a");
    await expect(tree.deleteChild("root", "b")).rejects.toMatchObject({ code: "running", next: "Terminate it first." });
    expect(await tree.whichChildren("root")).toMatchObject([
      { id: "c", state: "running" },
      { id: "b", state: "running" },
      { id: "a", state: "undefined" },
    ]);
    expect(await tree.restartChild("root", "a")).toBe("root/a");
    await tree.terminateChild("root", "a");
    await tree.deleteChild("root", "a");
    await end("root/c");
    expect(await tree.countChildren("root")).toEqual({ specs: 1, active: 1, supervisors: 0, workers: 1 });
    await expect(tree.startChild("root/nobody", { id: "x" })).rejects.toMatchObject({ code: "noproc" });
    await tree.stop();
  });

  it("has pools whose members come and go, each with its own arguments", async () => {
    const seen: unknown[] = [];
    const pool: SupervisorDefinition = {
      id: "root",
      children: [{ id: "pool", template: { id: "job", restart: "transient" } }],
    };
    const { tree } = await grown(pool, { work: async ({ args }) => void seen.push(args) });
    expect(await tree.startChild("root/pool", { args: { n: 1 } })).toBe("root/pool#1");
    expect(await tree.startChild("root/pool", { args: { n: 2 } })).toBe("root/pool#2");
    await settled();
    expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await tree.countChildren("root/pool")).toMatchObject({ active: 0 });
    await tree.stop();
  });

  it("does not run at all when a child cannot be started", async () => {
    const begin = async ({ id }: TreeChild): Promise<void> => {
      if (id === "b") throw new Error("no port");
    };
    await expect(grown(TWO, { begin })).rejects.toMatchObject({ code: "failed_to_start_child" });
    const { tree } = await grown(TWO, { begin: async ({ id }) => (id === "b" ? "ignore" : undefined) });
    expect(await tree.countChildren("root")).toMatchObject({ specs: 2, active: 1 });
    await tree.stop();
  });

  it("is stopped by its signal, and waits no longer than the grace for a worker that does not heed its own", async () => {
    const abort = new AbortController();
    const children = [{ id: "deaf", graceMs: 5_000 }];
    const { tree, clock } = await grown(
      { ...TWO, children },
      { signal: abort.signal, work: () => new Promise(() => {}) },
    );
    abort.abort();
    await settled();
    clock.advance(4_999);
    await settled();
    expect(await Promise.race([tree.ended, Promise.resolve("still there")])).toBe("still there");
    clock.advance(1);
    expect(await tree.ended).toBe("shutdown");
  });
});
