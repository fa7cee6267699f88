import { describe, expect, it } from "vitest";
import { given } from "../../testing/given.ts";
import { becauseSentence } from "../wording/because-words.ts";
import { orderOf } from "./react.ts";
import { spinsBy } from "./spinning.ts";

const agents = { agent: { minutes: 60, parallel: 10, tiers: [], repeats: 30 } };
const told = { type: "calls_repeated", attempt: "a.1", tool: "Bash", input: "ls", same: 30, alike: 30 } as const;

describe("an attempt that goes in circles", () => {
  it("is stopped while it does, its work is put away, and the next one is told", () => {
    const run = given({ isolated: true, tasks: ["a"], settings: { agents } })
      .up("a.1")
      .quietly();
    expect(run.when(told).names()).toEqual(["attempt_stopping:a.1"]);
    expect(run.when(told).names()).toEqual([]);
    const [ended] = run.ends("a.1", { type: "stopped" }).then();
    expect(ended).toMatchObject({ outcome: { failure: { class: "spinning", restart: "persistent" } } });
    const order = orderOf(run.state, "a.2");
    expect(order.changeset).toBe("discard");
    expect(order.prompt).toContain("it called Bash 30 times");
    expect(run.task("a")).toMatchObject({ counts: { retries: 1 } });
  });

  it("keeps its work where that is configured, and asks a person when it does so again", () => {
    const workspace = {
      changesets: { crash: "keep", budget: "keep", spinning: "keep", wrong: "discard" },
      raiseTierWhenWrong: false,
      evictionsMax: 3,
    } as const;
    const run = given({ isolated: true, tasks: ["a"], settings: { agents, workspace } }).up("a.1");
    run.when(told).ends("a.1", { type: "stopped" });
    expect(orderOf(run.state, "a.2").changeset).toBe("keep");
    run.up("a.2").when({ ...told, attempt: "a.2" });
    expect(run.quietly().ends("a.2", { type: "stopped" }).names()).toContain("question_asked");
  });

  it("goes on where it repeats less than its agent may, or where nothing limits it", () => {
    const run = given({ tasks: ["a"], settings: { agents } })
      .up("a.1")
      .quietly();
    expect(run.when({ ...told, same: 29, alike: 119 }).names()).toEqual([]);
    const free = given({ tasks: ["a"] })
      .up("a.1")
      .quietly();
    expect(free.when({ ...told, same: 5_000 }).names()).toEqual([]);
  });

  it("may make four times as many calls that differ in numbers only", () => {
    expect(spinsBy({ same: 1, alike: 119 }, 30)).toBeNull();
    expect(spinsBy({ same: 1, alike: 120 }, 30)).toBe("alike");
    const run = given({ tasks: ["a"], settings: { agents } })
      .up("a.1")
      .quietly();
    const [stopping] = run.when({ ...told, same: 1, alike: 120 }).then();
    const why = stopping?.type === "attempt_stopping" ? becauseSentence(stopping.because) : "";
    expect(why).toContain("120 times with nearly the same input");
  });
});
