import fc from "fast-check";
import { expect, test } from "vitest";
import { tokensOf } from "../../../../domain/words/token-usage.ts";
import { execUsage, NOTHING, partsOf, ThreadUsage } from "./codex-usage.ts";

const request = fc.record({ fresh: fc.nat(9_999), cached: fc.nat(9_999), output: fc.nat(9_999) });
type Request = { readonly fresh: number; readonly cached: number; readonly output: number };

test("what a thread used is told once, wherever it was resumed", () => {
  fc.assert(
    fc.property(fc.array(request, { minLength: 1 }), fc.nat(20), (requests, resumedAfter) => {
      const past = requests.slice(0, resumedAfter);
      const usage = new ThreadUsage();
      if (past.length === 0) usage.begun("t");
      else usage.heard(told(past), false);
      const now = requests.slice(past.length).map((_each, at) => requests.slice(0, past.length + at + 1));
      const events = now.flatMap((so) => usage.heard(told(so), true));
      const sum = events.reduce((all, event) => all + event.usage.tokens, 0);
      expect(sum).toBe(count(requests.slice(past.length)));
    }),
  );
});

test("a thread whose past was not told counts from its last request on", () => {
  const usage = new ThreadUsage();
  const past = [{ fresh: 1_000, cached: 0, output: 10 }];
  const [event] = usage.heard(told([...past, { fresh: 5, cached: 3, output: 2 }]), true);
  expect(event).toMatchObject({ usage: { tokens: 10 }, parts: { input: 5, cacheRead: 3, output: 2 } });
});

test("the same total told twice is no use, and neither is a total that went down", () => {
  const usage = new ThreadUsage();
  usage.begun("t");
  const requests = [{ fresh: 10, cached: 0, output: 1 }];
  expect(usage.heard(told(requests), true)).toHaveLength(1);
  expect(usage.heard(told(requests), true)).toEqual([]);
  expect(usage.heard(told([]), true)).toEqual([]);
});

test("of exec's totals, what was used before is taken off, to the token", () => {
  fc.assert(
    fc.property(fc.array(request), fc.array(request), (past, now) => {
      const total = totals([...past, ...now]);
      const [event] = execUsage(total, count(past), "a-model");
      expect(event?.usage.tokens ?? 0).toBe(count(now));
      expect(event ? tokensOf(event.parts ?? NOTHING) : 0).toBe(count(now));
      const [exact] = execUsage(total, partsOf(totals(past)), null);
      expect(exact?.usage.tokens ?? 0).toBe(count(now));
    }),
  );
});

function told(requests: readonly Request[]) {
  return { threadId: "t", tokenUsage: { total: totals(requests), last: totals(requests.slice(-1)) } };
}

function totals(requests: readonly Request[]) {
  const sum = (of: (each: Request) => number) => requests.reduce((all, each) => all + of(each), 0);
  const cachedInputTokens = sum(({ cached }) => cached);
  const inputTokens = sum(({ fresh }) => fresh) + cachedInputTokens;
  return { inputTokens, cachedInputTokens, outputTokens: sum(({ output }) => output) };
}

function count(requests: readonly Request[]): number {
  return requests.reduce((all, { fresh, cached, output }) => all + fresh + cached + output, 0);
}
