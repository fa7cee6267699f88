/** An attempt that spends more than it may is stopped at once, and only it. */
import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { until } from "../wait.ts";
import { ATTEMPT, ask, json, openLab, sse } from "./lab.ts";

const MESSAGES = { vendor: "anthropic", path: "/v1/messages" } as const;
const begin = {
  type: "message_start",
  message: { model: "claude-haiku-4-5", usage: { input_tokens: 100, output_tokens: 1 } },
};
const more = (output_tokens: number) => ({ type: "message_delta", usage: { output_tokens } });

describe("a budget", () => {
  it("that is exceeded in the middle of a stream ends the stream, tells once, and refuses what follows", async () => {
    let open: ServerResponse | undefined;
    const lab = await openLab((_, response) => {
      open = response;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(sse(begin));
    });
    lab.gateway.setBudget(ATTEMPT, { tokens: 500 });
    const asked = ask(lab, MESSAGES);
    await until("the request to reach the API", () => open !== undefined);
    open?.write(sse(more(300)));
    open?.write(sse(more(401)));
    const upstreamEnded = new Promise((resolve) => open?.once("close", resolve));
    expect(await asked).toMatchObject({ status: 200, cut: true });
    await upstreamEnded;
    expect(lab.overs).toEqual([[ATTEMPT, { whose: "attempt", left: "500 tokens", used: "501 tokens" }]]);
    expect(await lab.record()).toMatchObject({ ended: "over_budget", tokens: { input: 100, output: 401 } });

    const refused = await ask(lab, MESSAGES);
    expect(refused.status).toBe(402);
    expect(JSON.parse(String(refused.body))).toMatchObject({
      type: "error",
      error: { type: "budget_exceeded", message: expect.stringMatching(/^Reeve: the budget of this task is used up/) },
    });
    expect(lab.reached()).toBe(1);
    expect(lab.overs.length).toBe(1);
  });

  it("that is kept lets everything through", async () => {
    const lab = await openLab((_, response) =>
      json(response, 200, { usage: { input_tokens: 250, output_tokens: 250 } }),
    );
    lab.gateway.setBudget(ATTEMPT, { tokens: 1000 });
    for (let i = 0; i < 2; i += 1) expect((await ask(lab, MESSAGES)).status).toBe(200);
    await lab.record(1);
    expect(lab.overs).toEqual([]);
  });

  it("in dollars counts by the price of the model", async () => {
    const usage = { input_tokens: 1_000_000, output_tokens: 0 };
    const lab = await openLab((_, response) => json(response, 200, { model: "claude-haiku-4-5", usage }));
    lab.gateway.setBudget(ATTEMPT, { usd: 1.5 });
    expect((await ask(lab, MESSAGES)).status).toBe(200);
    await lab.record();
    expect((await ask(lab, MESSAGES)).status).toBe(200);
    await lab.record(1);
    expect((await ask(lab, MESSAGES)).status).toBe(402);
    expect(lab.overs).toEqual([[ATTEMPT, { whose: "attempt", left: "$1.50", used: "$2.00" }]]);
  });

  it("of one attempt does not concern another", async () => {
    const lab = await openLab((_, response) => json(response, 200, { usage: { input_tokens: 10, output_tokens: 1 } }));
    lab.gateway.setBudget(ATTEMPT, { tokens: 1 });
    await ask(lab, MESSAGES);
    await lab.record();
    expect((await ask(lab, MESSAGES)).status).toBe(402);
    expect((await ask(lab, { ...MESSAGES, attempt: "docs.1" })).status).toBe(200);
  });

  it("of the run ends what all attempts have under way", async () => {
    const open: ServerResponse[] = [];
    const lab = await openLab((_, response) => {
      open.push(response);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(sse(begin));
    });
    lab.gateway.setRunBudget({ tokens: 250 });
    const asked = [ask(lab, MESSAGES), ask(lab, { ...MESSAGES, attempt: "docs.1" })];
    await until(
      "both requests to reach the API",
      () => open.length === 2,
      () => open.length,
    );
    open[0]?.write(sse(more(100)));
    expect((await Promise.all(asked)).map(({ cut }) => cut)).toEqual([true, true]);
    expect(lab.overs.map(([attempt, { whose }]) => [attempt, whose]).toSorted()).toEqual([
      [ATTEMPT, "run"],
      ["docs.1", "run"],
    ]);
  });

  it("that is used up while nothing has been answered yet is told in the API's form", async () => {
    const open: ServerResponse[] = [];
    const lab = await openLab((_, response) => open.push(response));
    lab.gateway.setBudget(ATTEMPT, { tokens: 50 });
    const asked = [
      ask(lab, { vendor: "openai", path: "/responses" }),
      ask(lab, { vendor: "openai", path: "/responses" }),
    ];
    await until(
      "both requests to reach the API",
      () => open.length === 2,
      () => open.length,
    );
    const [first] = open;
    if (first) json(first, 200, { model: "gpt-5", usage: { input_tokens: 100, output_tokens: 1 } });
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 402]);
  });

  it("set anew begins to count anew", async () => {
    const lab = await openLab((_, response) => json(response, 200, { usage: { input_tokens: 10, output_tokens: 1 } }));
    lab.gateway.setBudget(ATTEMPT, { tokens: 5 });
    await ask(lab, MESSAGES);
    await lab.record();
    lab.gateway.setBudget(ATTEMPT, { tokens: 100 });
    expect((await ask(lab, MESSAGES)).status).toBe(200);
    lab.gateway.setBudget(ATTEMPT, null);
    expect((await ask(lab, MESSAGES)).status).toBe(200);
  });
});
