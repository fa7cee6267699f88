import { describe, expect, it } from "vitest";
import type { AttemptOrder } from "../../domain/work/attempt.ts";
import type { Gateway, GatewayListener } from "../../effects/gateway/gateway-port.ts";
import type { Allowance } from "../../effects/gateway/usage/ledger.ts";
import type { RequestRecord } from "../../effects/gateway/usage/request-record.ts";
import type { Input } from "../../engine/input.ts";
import { given } from "../../testing/given.ts";
import { Progress } from "./progress.ts";
import { Spending } from "./spending.ts";

const PARTS = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0 };
const RECORD: RequestRecord = {
  ...{ agent: "agent", attempt: "a.1", vendor: "anthropic", account: "x", at: 0, model: "m", status: 200, error: null },
  ...{ retryAt: null, tokens: PARTS, usd: 0.5, heldMs: 0, firstByteMs: 1, totalMs: 2, ended: "whole" },
};

/** A run with one task at work, and a gateway that only writes down what it is asked. */
async function spending(withGateway: boolean) {
  const reports: Input[] = [];
  const budgets: [string, Allowance | null][] = [];
  const overOnes: string[] = [];
  let heard: GatewayListener | undefined;
  const gateway: Gateway = {
    port: 1,
    url: (agent, attempt) => `http://gateway/${agent}/${attempt}`,
    urlFor: () => "",
    setBudget: (attempt, left) => budgets.push([attempt, left]),
    setRunBudget: (left) => budgets.push(["run", left]),
    raise: (attempt, more) => budgets.push([`${attempt ?? "run"} more`, more]),
    end: (attempt) => overOnes.push(attempt),
    hold: () => {},
    release: () => {},
    waiting: () => 0,
    close: async () => {},
  };
  const progress = new Progress(
    (input) => reports.push(input),
    () => 0,
  );
  const it = new Spending({
    now: () => 0,
    progress,
    report: (input) => reports.push(input),
    price: (_agent, model) => (model === "known" ? { usd: 2 } : model === "alike" ? { usd: 3, like: "known" } : null),
    openGateway: withGateway
      ? async (listener) => {
          heard = listener;
          return gateway;
        }
      : null,
  });
  const budgeted = { id: "a", budget: { tokens: 100, usd: 1 } };
  const { state } = given({ tasks: [budgeted], settings: { maxParallel: 1, budgets: { usd: 9 } } }).quietly();
  expect(await it.open(state)).toBeNull();
  const order = { id: "a.1", task: "a", agent: "agent", model: null } as AttemptOrder;
  return { it, reports, budgets, overOnes, progress, begin: () => it.begin(order, state), heard: () => heard };
}

describe("what an agent tells", () => {
  it("gets the price of its tokens where it tells none, and keeps its own otherwise", async () => {
    const { it: money, begin } = await spending(false);
    expect(begin()).toBeNull();
    const usage = { tokens: 15 };
    expect(money.usageOf("a.1", { type: "usage", usage, model: "known", parts: PARTS })).toEqual({
      usage: { tokens: 15, output: 5, usd: 2 },
    });
    expect(money.usageOf("a.1", { type: "usage", usage, model: "odd", parts: PARTS })).toEqual({
      usage: { tokens: 15, output: 5 },
      price: { model: "odd", like: null },
    });
    expect(money.usageOf("a.1", { type: "usage", usage, model: "alike", parts: PARTS })).toEqual({
      usage: { tokens: 15, output: 5, usd: 3, estimated: true },
      price: { model: "alike", like: "known" },
    });
    expect(money.usageOf("a.1", { type: "usage", usage })).toEqual({ usage: { tokens: 15 } });
    const own = { tokens: 15, usd: 7 };
    expect(money.usageOf("a.1", { type: "usage", usage: own, model: "known", parts: PARTS })).toEqual({
      usage: { ...own, output: 5 },
    });
  });
});

describe("what the gateway counts", () => {
  it("is handed on as the attempt's, within what is left of its budgets", async () => {
    const { begin, budgets, heard, progress } = await spending(true);
    expect(begin()).toEqual({ url: "http://gateway/agent/a.1" });
    expect(budgets).toEqual([
      ["run", { usd: 9 }],
      ["a.1", { usd: 1, tokens: 100 }],
    ]);
    heard()?.onRecord(RECORD);
    heard()?.onRecord({ ...RECORD, usd: 0.25 });
    expect(progress.end("a.1").usage).toEqual({ tokens: 30, output: 10, usd: 0.75 });
  });

  it("is told at once when it was too much", async () => {
    const { begin, heard, reports } = await spending(true);
    begin();
    heard()?.onRecord(RECORD);
    heard()?.onRecord({ ...RECORD, ended: "over_budget" });
    expect(reports).toMatchObject([
      { type: "attempt_progressed", usage: { tokens: 15 } },
      { type: "attempt_progressed", usage: { tokens: 30 }, activity: "its budget is used up" },
    ]);
  });

  it("after the end of its attempt is nobody's", async () => {
    const { begin, heard, it: money, reports, overOnes } = await spending(true);
    begin();
    money.end("a.1");
    heard()?.onRecord(RECORD);
    expect(reports).toEqual([]);
    expect(overOnes).toEqual(["a.1"]);
  });

  it("and the limits it sees are reported to the engine", async () => {
    const { heard, reports } = await spending(true);
    heard()?.onHold({ account: "x", agents: ["agent"], until: 77 });
    expect(reports).toEqual([{ type: "account_limited", agents: ["agent"], until: 77 }]);
  });
});
