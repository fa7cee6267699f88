/** OpenCode, driven by Reeve over its server, against the scripted model server. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AgentLab } from "./conformance/agent-lab.ts";
import { conforms } from "./conformance/conformance.ts";
import type { Subject } from "./conformance/subject.ts";
import { MODELS } from "./harness/configure.ts";
import { whyNotInstalled } from "./harness/installed.ts";

const opencode: Subject = {
  agent: "opencode",
  adapter: "opencode",
  model: MODELS.opencode,
  // It would wait for ever: tests want to see that Reeve does not.
  options: { max_retries: "1" },
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
};

conforms(opencode);

async function open(skip: (why: string) => void): Promise<AgentLab> {
  const why = whyNotInstalled("opencode");
  if (why) skip(why);
  return await AgentLab.open(opencode);
}

test("what it asks leave for is allowed: nobody else is there", async ({ skip }) => {
  const lab = await open(skip);
  const asking = JSON.stringify({ permission: { edit: "ask", bash: "ask" } });
  const env = { ...lab.world.env, OPENCODE_CONFIG_CONTENT: asking };
  expect(await lab.run({ marker: "[[result:hello.txt]]", config: { env } })).toMatchObject({ type: "done" });
  expect(existsSync(join(lab.world.workspace.dir, "hello.txt"))).toBe(true);
});

test("an answer in a form that was asked for comes as data", async ({ skip }) => {
  const lab = await open(skip);
  const schema = { type: "object", properties: { status: { type: "string" } }, required: ["status"] };
  expect(await lab.run({ marker: "[[result]]", more: { schema } })).toMatchObject({ type: "done" });
});

test("a limit that ends in an hour is not waited for in place; when it ends is told", async ({ skip }) => {
  const lab = await open(skip);
  const outcome = await lab.run({ marker: "[[http:429,0,3600]]" });
  expect(outcome).toMatchObject({ type: "failed", failure: { class: "rate_limit", retryAt: expect.any(Number) } });
});
