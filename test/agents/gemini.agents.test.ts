/** Gemini CLI, driven by Reeve, against the scripted model server. */
import { existsSync, lstatSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AgentLab } from "./conformance/agent-lab.ts";
import { startCallbackServer } from "./conformance/callback-server.ts";
import { conforms } from "./conformance/conformance.ts";
import type { Subject } from "./conformance/subject.ts";
import { whyNotInstalled } from "./harness/installed.ts";

const gemini: Subject = {
  agent: "gemini",
  adapter: "gemini",
  skip: { cost: "it knows no prices" },
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

conforms(gemini);

async function open(skip: (why: string) => void): Promise<AgentLab> {
  const why = whyNotInstalled("gemini");
  if (why) skip(why);
  return await AgentLab.open(gemini);
}

test("it stops itself in a loop and calls that success; Reeve does not", async ({ skip }) => {
  const lab = await open(skip);
  expect(await lab.run({ marker: "[[loop]]" })).toMatchObject({ type: "failed", failure: { class: "spinning" } });
});

test("a limit of turns is one", async ({ skip }) => {
  const lab = await open(skip);
  const outcome = await lab.run({ marker: "[[steps:9]]", config: { options: { max_turns: "2" } } });
  expect(outcome).toMatchObject({ type: "failed", failure: { class: "max_turns" } });
});

test("with Reeve's settings its login and its sessions are the person's own, and their files stay as they are", async ({
  skip,
}) => {
  const lab = await open(skip);
  const own = join(lab.world.home, ".gemini");
  writeFileSync(join(own, "GEMINI.md"), "Be kind.");
  const settings = readFileSync(join(own, "settings.json"), "utf8");
  const server = await startCallbackServer();
  const more = { callback: { url: `${server.url}/mcp`, token: "open-sesame-1234" } };
  await lab.run({ marker: "[[steps:1]]", more });
  // Begun with Reeve's settings, resumed without and with them.
  const session = await lab.session();
  await lab.run({ id: "2", marker: "[[recall]]", session });
  await lab.run({ id: "3", marker: "[[recall]]", session, more });
  await server.close();
  expect(lab.texts("2")).toMatch(/RECALL .*\[\[steps:1\]\] \[\[recall\]\]/);
  expect(lab.texts("3")).toMatch(/RECALL .*\[\[steps:1\]\] \[\[recall\]\]/);
  expect(readFileSync(join(own, "settings.json"), "utf8")).toBe(settings);
  expect(existsSync(join(own, "GEMINI.md")) && lstatSync(own).isDirectory()).toBe(true);
});
