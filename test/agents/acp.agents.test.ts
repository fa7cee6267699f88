/** Four agents that speak ACP, driven by the one driver for all of them, against the scripted model server. */
import { describe } from "vitest";
import { conforms } from "./conformance/conformance.ts";

const silent = { skip: "it tries again for minutes without a word; only Reeve's time limit or the gateway ends that" };
const NO_RETRIES = "the protocol has no word for a retry";
const FORGETS = "it overwrites a session that is loaded within the minute it was begun in";
const ELSEWHERE = "what the driver does for it is tried with the other agents of this file";
const elsewhere = { skip: ELSEWHERE };
const NO_COST = "it tells no cost over ACP";

describe("gemini --acp", () => {
  conforms({
    agent: "gemini",
    adapter: "acp",
    args: ["--acp"],
    model: "gemini-2.5-pro",
    skip: {
      "retry notice": NO_RETRIES,
      cost: NO_COST,
      resume: FORGETS,
      interrupt: FORGETS,
      "killed agent": FORGETS,
    },
    failures: {
      "a refused key (401)": "auth",
      "no credit (402)": "billing",
      "an unknown model (404)": "config_error",
      "a rate limit (429)": "rate_limit",
      "a rate limit with a time (429, retry-after)": "rate_limit",
      "an error of the server (500)": "overloaded",
      "an overloaded server (503)": "overloaded",
      "a full context": "context_overflow",
      "an unreadable answer": "malformed_output",
      "a page for people": "malformed_output",
      "a refused connection": "network",
    },
  });
});

describe("opencode acp", () => {
  conforms({
    agent: "opencode",
    adapter: "acp",
    args: ["acp"],
    model: "scripted/model",
    skip: {
      "retry notice": NO_RETRIES,
      tokens: "it tells only what its last request used",
      "missing session": ELSEWHERE,
      stop: ELSEWHERE,
      stalled: ELSEWHERE,
      steer: ELSEWHERE,
      interrupt: ELSEWHERE,
      "killed agent": ELSEWHERE,
      "killed Reeve": ELSEWHERE,
    },
    failures: {
      "a refused key (401)": "auth",
      "no credit (402)": elsewhere,
      "an unknown model (404)": "config_error",
      "a rate limit (429)": silent,
      "a rate limit with a time (429, retry-after)": silent,
      "an error of the server (500)": silent,
      "an overloaded server (503)": silent,
      "a full context": "context_overflow",
      "an unreadable answer": silent,
      "a page for people": silent,
      "a refused connection": silent,
    },
  });
});

describe("qwen --acp", () => {
  conforms({
    agent: "qwen",
    adapter: "acp",
    args: ["--acp", "--auth-type", "openai"],
    skip: {
      "retry notice": NO_RETRIES,
      cost: NO_COST,
      stalled: ELSEWHERE,
      steer: ELSEWHERE,
      "killed agent": ELSEWHERE,
      "killed Reeve": ELSEWHERE,
      callback: ELSEWHERE,
    },
    failures: {
      "a refused key (401)": "auth",
      "no credit (402)": "billing",
      "an unknown model (404)": elsewhere,
      "a rate limit (429)": silent,
      "a rate limit with a time (429, retry-after)": silent,
      "an error of the server (500)": silent,
      "an overloaded server (503)": silent,
      "a full context": "context_overflow",
      "an unreadable answer": elsewhere,
      "a page for people": elsewhere,
      "a refused connection": "network",
    },
  });
});

describe("copilot --acp", () => {
  const slow = { skip: "it tries again for most of a minute; tried on a tiny agent in test/agents/acp.test.ts" };
  conforms({
    agent: "copilot",
    adapter: "acp",
    args: ["--acp", "--no-auto-update"],
    skip: {
      "retry notice": "it tells of some of its retries only",
      cost: NO_COST,
      stop: ELSEWHERE,
      stalled: ELSEWHERE,
      steer: ELSEWHERE,
      "killed Reeve": ELSEWHERE,
    },
    failures: {
      "a refused key (401)": "auth",
      "no credit (402)": "billing",
      "an unknown model (404)": "config_error",
      "a rate limit (429)": slow,
      "a rate limit with a time (429, retry-after)": slow,
      "an error of the server (500)": slow,
      "an overloaded server (503)": slow,
      "a full context": "context_overflow",
      "an unreadable answer": elsewhere,
      "a page for people": elsewhere,
      "a refused connection": slow,
    },
  });
});
