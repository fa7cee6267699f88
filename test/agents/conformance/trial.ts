/**
 * Registers one case of the conformance suite for an agent: a test, or, where the case does not apply to the agent, a line
 * that says why. Cases run side by side, because agents mostly wait; so nothing here may ask which test is the current one.
 */
import { type TestContext, test } from "vitest";
import { DOES_NOT_APPLY } from "../../../scripts/closing-line.ts";
import type { AgentWorldOptions } from "../harness/agent-world.ts";
import { whyNotInstalled } from "../harness/installed.ts";
import { AgentLab } from "./agent-lab.ts";
import { type Check, EVERYWHERE, type FailureName, type Subject } from "./subject.ts";

type Body = (lab: AgentLab) => Promise<void>;

export function trial(subject: Subject, check: Check, name: string, body: Body): void {
  if (!isChosen(subject, check)) return;
  const why = subject.skip?.[check];
  if (why === undefined) onAgent(subject, name, body);
  else doesNotApply(name, why);
}

/** False: the case is tried with other agents. */
export function isChosen({ only, thoroughly }: Subject, check: Check | FailureName): boolean {
  return thoroughly ?? (only ?? EVERYWHERE).includes(check);
}

/** What is special about one agent is tried with it alone. */
export function onAgent(subject: Subject, name: string, body: Body, options: AgentWorldOptions = {}): void {
  test.concurrent(name, async (context) => body(await open(subject, context, options)));
}

/** The closing line names these apart from tests that could not be run. */
export function doesNotApply(name: string, why: string): void {
  test(`${name} (${DOES_NOT_APPLY}${why})`, (context) => context.skip(`${DOES_NOT_APPLY}${why}`));
}

async function open(subject: Subject, context: TestContext, options: AgentWorldOptions): Promise<AgentLab> {
  const why = whyNotInstalled(subject.agent);
  if (why) context.skip(why);
  return await AgentLab.open(subject, options, context.onTestFinished);
}
