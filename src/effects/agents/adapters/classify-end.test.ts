import { describe, expect, it } from "vitest";
import type { Failure } from "../../../domain/proof/failure.ts";
import type { AttemptEnd, AttemptRequest } from "./agent-adapter.ts";
import { classifyEnd } from "./classify-end.ts";

const request: AttemptRequest = {
  runId: "r1",
  taskId: "a",
  attemptId: "a.1",
  number: 1,
  prompt: "",
  workspace: "/w",
  agent: {
    adapter: "command",
    command: ["/usr/bin/coder"],
    env: {},
    tiers: [],
    limits: { minutes: 1, outputMb: 1, parallel: 1 },
    options: {},
  },
};
const byExit: Failure = { class: "crash", restart: "transient", message: "it crashed", evidence: [] };

function end(err: string, code: number | null = 1, signal: string | null = null): AttemptEnd {
  return { exit: { code, signal }, out: "", err };
}

describe("an agent that ended badly", () => {
  it("is read by what it printed: class, subject, evidence", () => {
    const failure = classifyEnd(
      end("Error: Cannot find module './store'\n    at load (loader.js:1:1)"),
      request,
      byExit,
    );
    expect(failure).toMatchObject({ class: "import_error", restart: "persistent" });
    expect(failure.subject).toContain("store");
    expect(failure.evidence.join()).toContain("Cannot find module");
  });

  it("knows when a limit resets", () => {
    const failure = classifyEnd(
      end("429 Too Many Requests: rate limit exceeded, retry after 90 seconds"),
      request,
      byExit,
      1_000,
    );
    expect(failure).toMatchObject({ class: "rate_limit", retryAt: 91_000 });
  });

  it("counts from its end, however late it is read, and reads a time of day in the agent's own zone", () => {
    const hour = { ...end("You've hit your usage limit. Try again in 1 hour."), endedAt: 5_000 };
    expect(classifyEnd(hour, request, byExit)).toMatchObject({ retryAt: 3_605_000 });
    const noon = Date.UTC(2025, 10, 15, 12);
    const berlin = { ...request, agent: { ...request.agent, env: { TZ: "Europe/Berlin" } } };
    const clock = end("You've hit your usage limit. Try again at 4:31 PM.");
    expect(classifyEnd(clock, berlin, byExit, noon)).toMatchObject({ retryAt: Date.UTC(2025, 10, 15, 15, 31) });
  });

  it("is a crash where it says nothing certain, was killed, or could not be started", () => {
    expect(classifyEnd(end("hm"), request, byExit)).toBe(byExit);
    expect(classifyEnd(end("Error: Cannot find module './store'", null, "SIGKILL"), request, byExit)).toBe(byExit);
    expect(classifyEnd(end("sh: coder: not found", 127), request, byExit)).toBe(byExit);
  });

  it("is read by the person's own rules first", () => {
    const failureRules = [{ match: "the goblins are back", class: "network", restart: "transient" }] as const;
    const failure = classifyEnd(end("fatal: the goblins are back"), { ...request, failureRules }, byExit);
    expect(failure).toMatchObject({ class: "network", restart: "transient" });
  });
});
