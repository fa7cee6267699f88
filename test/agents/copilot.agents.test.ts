/** Copilot CLI, driven by Reeve, against the scripted model server. */
import { expect, test } from "vitest";
import { AgentLab } from "./conformance/agent-lab.ts";
import { conforms } from "./conformance/conformance.ts";
import { descendantsOf } from "./conformance/life.ts";
import type { Subject } from "./conformance/subject.ts";
import { whyNotInstalled } from "./harness/installed.ts";

const copilot: Subject = {
  agent: "copilot",
  adapter: "copilot",
  skip: {
    tokens: "it tells no tokens; the gateway counts them",
    cost: "it knows no prices",
    "killed agent": "a new session is written late: killed in its first seconds it leaves none (own tests below)",
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
};

conforms(copilot);

async function open(skip: (why: string) => void): Promise<AgentLab> {
  const why = whyNotInstalled("copilot");
  if (why) skip(why);
  return await AgentLab.open(copilot);
}

async function killAtWork(lab: AgentLab, id: string, session?: string): Promise<void> {
  const driver = await lab.start({ id, marker: "[[steps:2,300]]", ...(session !== undefined && { session }) });
  await lab.usesTool(id);
  for (const pid of await descendantsOf(driver)) process.kill(pid, "SIGKILL");
  expect(await lab.ended(id)).toMatchObject({ type: "failed", failure: { class: "crash", restart: "transient" } });
}

test("killed while it works in a session that was there before, it has crashed, and the session can be resumed", async ({
  skip,
}) => {
  const lab = await open(skip);
  await lab.run({ marker: "[[steps:1]]" });
  const session = await lab.session();
  await killAtWork(lab, "2", session);
  await lab.run({ id: "3", marker: "[[recall]]", session });
  expect(lab.texts("3")).toMatch(/RECALL .*\[\[steps:1\]\].* \[\[recall\]\]/);
});

test("killed in its first session the work goes on, in that one or, said so, in a new one", async ({ skip }) => {
  const lab = await open(skip);
  await killAtWork(lab, "1");
  expect(await lab.run({ id: "2", marker: "[[result]]", session: await lab.session() })).toMatchObject({
    type: "done",
  });
  const isSame = (await lab.session("2")) === (await lab.session());
  expect(isSame || lab.texts("2").includes("was not found; a new one was begun")).toBe(true);
});
