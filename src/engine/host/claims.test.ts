import { describe, expect, it } from "vitest";
import { given } from "../../testing/given.ts";

describe("a host", () => {
  it("that was started anew has lost what stood on the old boot", () => {
    const run = given({ tasks: ["a", "b"] })
      .up("a.1")
      .quietly();
    run.when({ type: "host_up", host: "here", bootId: "another" });
    expect(run.names()).toEqual(["attempt_ended:a.1", "task_requeued:a", "attempt_started:a.2"]);
  });

  it.each([
    ["was never heard of", "elsewhere"],
    ["is lost", "here"],
  ])("that %s gets no claim", (_, host) => {
    const run = given({ tasks: ["a"] }).when({ type: "host_lost", host: "here" });
    run.when({ type: "attempt_claimed", attempt: "a.1", host, inputHash: "hash" });
    expect(run.answer).toEqual({ type: "no" });
    expect(run.state.attempts.live.get("a.1")?.host).toBeNull();
  });

  it("that claims again gets its own claim back, and nobody else does", () => {
    const run = given({ tasks: ["a"] }).when({ type: "host_up", host: "there", bootId: "boot" });
    const claim = { type: "attempt_claimed", attempt: "a.1", host: "here", inputHash: "hash" } as const;
    run.when(claim).quietly();
    expect(run.when(claim).names()).toEqual([]);
    expect(run.answer).toEqual({ type: "go" });
    run.when({ ...claim, host: "there" });
    expect(run.answer).toEqual({ type: "no" });
  });
});
