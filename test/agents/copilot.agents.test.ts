/** Copilot CLI, driven by Reeve, against the scripted model server. */
import { expect } from "vitest";
import { conforms } from "./conformance/conformance.ts";
import { killAtWork } from "./conformance/life.ts";
import type { Subject } from "./conformance/subject.ts";
import { onAgent } from "./conformance/trial.ts";

const copilot: Subject = {
  agent: "copilot",
  adapter: "copilot",
  writesLate: true,
  skip: {
    tokens: "it tells no tokens; the gateway counts them",
    cost: "it knows no prices",
    budget: "it tells no tokens; the gateway counts them, and stops it",
  },
};

conforms(copilot);

onAgent(copilot, "killed in its first session the work goes on, in that one or, said so, in a new one", async (lab) => {
  const driver = await lab.start({ marker: "[[steps:2,300]]" });
  await lab.usesTool();
  await killAtWork(lab, driver, "1");
  expect(await lab.run({ id: "2", marker: "[[result]]", session: await lab.session() })).toMatchObject({
    type: "done",
  });
  const isSame = (await lab.session("2")) === (await lab.session());
  expect(isSame || lab.told("2").includes("was not found")).toBe(true);
});
