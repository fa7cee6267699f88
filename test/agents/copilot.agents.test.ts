/** Copilot CLI, driven by Reeve, against the scripted model server. */
import { expect } from "vitest";
import type { AgentLab } from "./conformance/agent-lab.ts";
import { conforms } from "./conformance/conformance.ts";
import { descendantsOf, end } from "./conformance/life.ts";
import type { Subject } from "./conformance/subject.ts";
import { onAgent } from "./conformance/trial.ts";

const copilot: Subject = {
  agent: "copilot",
  adapter: "copilot",
  skip: {
    tokens: "it tells no tokens; the gateway counts them",
    cost: "it knows no prices",
    budget: "it tells no tokens; the gateway counts them, and stops it",
    "killed agent": "a new session is written late: killed in its first seconds it leaves none (own tests below)",
  },
};

conforms(copilot);

async function killAtWork(lab: AgentLab, id: string, session?: string): Promise<void> {
  const driver = await lab.start({ id, marker: "[[steps:2,300]]", ...(session !== undefined && { session }) });
  await lab.usesTool(id);
  for (const pid of await descendantsOf(driver)) end(pid);
  expect(await lab.ended(id)).toMatchObject({ type: "failed", failure: { class: "crash", restart: "transient" } });
}

onAgent(
  copilot,
  "killed while it works in a session that was there before, it has crashed, and the session can be resumed",
  async (lab) => {
    await lab.run({ marker: "[[steps:1]]" });
    const session = await lab.session();
    await killAtWork(lab, "2", session);
    await lab.run({ id: "3", marker: "[[recall]]", session });
    expect(lab.texts("3")).toMatch(/RECALL .*\[\[steps:1\]\].* \[\[recall\]\]/);
  },
);

onAgent(copilot, "killed in its first session the work goes on, in that one or, said so, in a new one", async (lab) => {
  await killAtWork(lab, "1");
  expect(await lab.run({ id: "2", marker: "[[result]]", session: await lab.session() })).toMatchObject({
    type: "done",
  });
  const isSame = (await lab.session("2")) === (await lab.session());
  expect(isSame || lab.told("2").includes("was not found")).toBe(true);
});
