/** Accounts that have to wait: who waits, for how long, and who is told. The clock is moved by hand. */
import { describe, expect, it } from "vitest";
import { until, untilPasses } from "../wait.ts";
import { hangUp } from "./hang-up.ts";
import { ask, json, type Lab, NOW, openLab } from "./lab.ts";

const MESSAGES = { vendor: "anthropic", path: "/v1/messages" } as const;
const fine = { model: "claude-haiku-4-5", usage: { input_tokens: 10, output_tokens: 10 } };

/** An API that refuses its first request as it is told, and takes all others. */
function limitedOnce(headers: Record<string, string>, body: unknown = { error: { type: "rate_limit_error" } }) {
  let first = true;
  return openLab((_, response) => {
    if (first) json(response, 429, body, headers);
    else json(response, 200, fine);
    first = false;
  });
}

describe("after a usage limit with a reset far away", () => {
  it("all agents of the account get 429 with the time, without asking the API again", async () => {
    const lab = await limitedOnce({ "retry-after": "7200" });
    expect((await ask(lab, MESSAGES)).status).toBe(429);
    const answer = await ask(lab, { ...MESSAGES, agent: "writer", attempt: "docs.1" });
    expect(answer).toMatchObject({ status: 429, headers: { "retry-after": "7200" } });
    expect(String(answer.body)).toContain("Reeve: the usage limit of this account is reached");
    expect(lab.reached()).toBe(1);
    expect(await lab.record(1)).toMatchObject({ ended: "refused", status: null, retryAt: NOW + 7_200_000 });
  });

  it("the run is told once, with the agents that use the account", async () => {
    const lab = await openLab((_, response) =>
      lab.reached() === 2 ? json(response, 429, {}, { "retry-after": "7200" }) : json(response, 200, fine),
    );
    await ask(lab, { ...MESSAGES, agent: "writer" });
    for (let i = 0; i < 3; i += 1) await ask(lab, MESSAGES);
    const { account } = await lab.record();
    expect(lab.holds).toEqual([{ account, agents: ["writer", "coder"], until: NOW + 7_200_000 }]);
  });

  it("another account goes on", async () => {
    const lab = await limitedOnce({ "retry-after": "7200" });
    await ask(lab, MESSAGES);
    expect((await ask(lab, { ...MESSAGES, headers: { "x-api-key": "another-key" } })).status).toBe(200);
  });

  it("the account is let go at the reset", async () => {
    const lab = await limitedOnce({}, { error: { message: "You have hit your limit · resets 3pm (Europe/Berlin)" } });
    await ask(lab, MESSAGES);
    await lab.record();
    expect((await ask(lab, MESSAGES)).status).toBe(429);
    lab.clock.advance(7_200_000);
    expect((await ask(lab, MESSAGES)).status).toBe(200);
  });

  it("a person's release lets it go before", async () => {
    const lab = await limitedOnce({ "retry-after": "7200" });
    await ask(lab, MESSAGES);
    lab.gateway.release((await lab.record()).account);
    expect((await ask(lab, MESSAGES)).status).toBe(200);
  });
});

describe("a limit that passes soon", () => {
  it("is waited out here, and nobody is told", async () => {
    const lab = await limitedOnce({ "retry-after": "20" });
    await ask(lab, MESSAGES);
    const waiting = [ask(lab, MESSAGES), ask(lab, { ...MESSAGES, agent: "writer", attempt: "docs.1" })];
    await waitsUntil(lab, NOW + 20_000);
    expect(lab.reached()).toBe(1);
    lab.clock.advance(20_000);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await lab.record(1)).toMatchObject({ ended: "whole", heldMs: 20_000 });
    expect(lab.holds).toEqual([]);
  });

  it("that grows meanwhile turns into an answer, not into a request that hangs", async () => {
    const lab = await limitedOnce({ "retry-after": "20" });
    await ask(lab, MESSAGES);
    const waiting = ask(lab, MESSAGES);
    await waitsUntil(lab, NOW + 20_000);
    lab.gateway.hold((await lab.record()).account, NOW + 3_600_000);
    expect(await waiting).toMatchObject({ status: 429, headers: { "retry-after": "3600" } });
  });

  it("is not waited for by an agent that hung up", async () => {
    const lab = await limitedOnce({ "retry-after": "20" });
    await ask(lab, MESSAGES);
    const gone = hangUp(lab, MESSAGES);
    await waitsUntil(lab, NOW + 20_000);
    gone();
    expect(await lab.record(1)).toMatchObject({ ended: "client_gone", status: null });
    lab.clock.advance(20_000);
    expect((await ask(lab, MESSAGES)).status).toBe(200);
    expect(lab.reached()).toBe(2);
  });
});

describe("a rate limit", () => {
  it("paces the requests by what the headers say is left and when it is full again", async () => {
    const reset = new Date(NOW + 60_000).toISOString();
    const headers = {
      "anthropic-ratelimit-requests-limit": "6",
      "anthropic-ratelimit-requests-remaining": "0",
      "anthropic-ratelimit-requests-reset": reset,
    };
    const lab = await openLab((_, response) => json(response, 200, fine, lab.reached() === 1 ? headers : {}));
    await ask(lab, MESSAGES);
    await lab.record();
    const waiting = [ask(lab, MESSAGES), ask(lab, MESSAGES), ask(lab, MESSAGES)];
    for (const [index] of waiting.entries()) {
      const at = NOW + 10_000 * (index + 1);
      await waitsUntil(lab, at, waiting.length - index);
      lab.clock.advance(at - lab.clock.now());
      await until(
        `record ${index + 2}`,
        () => lab.records.length === index + 2,
        () => lab.records,
      );
      expect(lab.reached()).toBe(index + 2);
    }
    expect((await Promise.all(waiting)).every(({ status }) => status === 200)).toBe(true);
  });

  it("for tokens waits for as many as a request usually takes", async () => {
    const headers = {
      "x-ratelimit-limit-tokens": "60000",
      "x-ratelimit-remaining-tokens": "0",
      "x-ratelimit-reset-tokens": "1m0s",
    };
    const usage = { input_tokens: 15_000, output_tokens: 5_000 };
    const lab = await openLab((_, response) =>
      json(response, 200, { model: "gpt-5", usage }, lab.reached() === 1 ? headers : {}),
    );
    await ask(lab, { vendor: "openai", path: "/responses" });
    await lab.record();
    const next = ask(lab, { vendor: "openai", path: "/responses" });
    await waitsUntil(lab, NOW + 20_000);
    lab.clock.advance(20_000);
    expect((await next).status).toBe(200);
  });
});

/** The requests have arrived and wait: the gateway has asked to be woken then. */
async function waitsUntil({ clock, gateway }: Lab, at: number, waiting = 1): Promise<void> {
  await untilPasses("the next turn to be due at that time", () => {
    expect(Math.abs((clock.nextTimerAt() ?? 0) - at)).toBeLessThanOrEqual(1);
    expect(gateway.waiting()).toBeGreaterThanOrEqual(waiting);
  });
}
