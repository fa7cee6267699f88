import { expect, test } from "vitest";
import { tokenFor } from "../loopback/attempt-token.ts";
import { routeOf, targetOf } from "./route.ts";

const upstreams = (anthropic: string) => ({ anthropic, openai: "https://o.example/v1", gemini: "https://g.example" });

function target(rest: string, upstream: string, vendor = "anthropic"): string | undefined {
  const url = `/${tokenFor({ agent: "coder", attempt: "a.1" }, "secret")}/${vendor}${rest}`;
  const route = routeOf(url, {}, "secret");
  return route ? targetOf(route, upstreams(upstream))?.href : undefined;
}

test("the version of an API is meant once, though base URL and agent may both name it", () => {
  expect(target("/v1/messages", "https://a.example")).toBe("https://a.example/v1/messages");
  expect(target("/v1/messages", "https://a.example/v1")).toBe("https://a.example/v1/messages");
  expect(target("/messages", "https://a.example/v1")).toBe("https://a.example/v1/messages");
  expect(target("/v1/responses", "", "openai")).toBe("https://o.example/v1/responses");
  expect(target("/v1beta/models/m:generateContent?alt=sse", "", "gemini")).toBe(
    "https://g.example/v1beta/models/m:generateContent?alt=sse",
  );
});
