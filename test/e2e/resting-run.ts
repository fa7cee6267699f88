/** A run that needs a person, with nobody at work: one task is done, one crashed too often, one asks, one waits. */
import { expect } from "vitest";
import { ASKS, DONE, planOf, QUICK, shellProject } from "./kit.ts";
import type { TestProject } from "./project.ts";

const AGENT = {
  good: `echo all went well; ${DONE}`,
  crashes: "echo half of it; echo the wheel came off >&2; exit 3",
  asks: ASKS,
  "*": DONE,
};

/** Whoever makes it cleans it up. */
export function restingRun(): TestProject {
  const project = shellProject(planOf("good", "crashes", "asks", "id: later, depends_on: [crashes]"), AGENT, QUICK);
  expect(project.reeve("run", "plan.yaml").code).toBe(3);
  return project;
}
