/** The part of the conformance suite about failures: each way to fail is told as what it is, whatever the agent makes of it. */
import { expect } from "vitest";
import { FAILURES, type FailureName, type Subject } from "./subject.ts";
import { doesNotApply, isChosen, onAgent } from "./trial.ts";

/** Every agent tries again by itself then, and should say so. */
const LIMITED: FailureName = "a rate limit with a time (429, retry-after)";

export function conformsInFailures(subject: Subject): void {
  for (const name of Object.keys(FAILURES) as FailureName[]) if (isChosen(subject, name)) failsAs(subject, name);

  const why = subject.skip?.["retry notice"];
  if (why !== undefined && isChosen(subject, LIMITED)) doesNotApply("it says that it waits for a limit", why);
}

function failsAs(subject: Subject, name: FailureName): void {
  const { marker, class: usual } = FAILURES[name];
  const expected = subject.failures?.[name] ?? usual;
  if (typeof expected === "object") return doesNotApply(name, expected.skip);
  const world = name === "a refused connection" ? ({ model: "refused" } as const) : {};
  onAgent(
    subject,
    name,
    async (lab) => {
      const outcome = await lab.run({ marker });
      expect(outcome).toMatchObject({ type: "failed", failure: { class: expected } });
      if (outcome.type === "failed") expect(outcome.failure.evidence.join("\n")).not.toBe("");
      const isTold = name === LIMITED && subject.skip?.["retry notice"] === undefined;
      if (isTold) expect(lab.events("retry_notice").length).toBeGreaterThan(0);
    },
    world,
  );
}
