/** Messages on their way: claimed before they are sent, tried again within bounds that survive a restart. */
import { describe, expect, it } from "vitest";
import { given } from "../../testing/given.ts";
import { blocked } from "../../testing/outcomes.ts";
import { freezeState, thawState } from "../state.ts";

const notify = [{ name: "phone", from: "info" }] as const;

describe("sending", () => {
  const asked = () =>
    given({ tasks: ["a", "b"], settings: { notify } })
      .up("a.1")
      .ends("a.1", blocked("a"));
  const claim = { type: "notice_claimed", notice: "n1", receiver: "phone" } as const;

  it("is claimed first, and what was delivered is owed no longer", () => {
    const run = asked();
    expect(run.when(claim).answer).toEqual({ type: "go" });
    run.when({ type: "notice_delivered", notice: "n1", receiver: "phone" });
    expect(run.owed()).not.toContain("send_notice");
    expect(run.when(claim).answer).toEqual({ type: "no" });
  });

  it("that failed is tried again later and later, and given up after seven tries, also over restarts", () => {
    let { state, at } = asked();
    const waits: (number | null)[] = [];
    for (let tries = 0; tries < 9; tries += 1) {
      const run = Object.assign(asked(), { state: thawState(structuredClone(freezeState(state))), at });
      if (run.when(claim).answer.type === "no") break;
      run.when({ type: "notice_failed", notice: "n1", receiver: "phone", detail: "it answered 503", final: false });
      const failure = run.everything.findLast((event) => event.type === "notice_failed");
      const retryAt = failure?.type === "notice_failed" ? failure.retryAt : null;
      waits.push(retryAt === null ? null : retryAt - at);
      ({ state } = run);
      at = retryAt ?? at;
    }
    expect(waits).toEqual([2_000, 8_000, 30_000, 120_000, 600_000, 1_800_000, null]);
  });

  it("by a Reeve that is killed each time ends too", () => {
    const run = asked();
    let claims = 0;
    while (run.when(claim).answer.type === "go") claims += 1;
    expect(claims).toBe(7);
    expect(run.owed()).not.toContain("send_notice");
  });

  it("that cannot work is not tried again", () => {
    const run = asked().when(claim);
    run.when({ type: "notice_failed", notice: "n1", receiver: "phone", detail: "it answered 404", final: true });
    expect(run.owed()).not.toContain("send_notice");
  });
});
