/** The one task that is to mend what several failed by: made from the evidence, worked like any other. */
import type { CommandCheck, TaskId, TaskSpec } from "../../domain/spec/plan.ts";
import type { PatternGroup } from "../causes/seen-failure.ts";
import { taskOf } from "../lookup.ts";
import type { State } from "../state.ts";

const TITLE_LENGTH_MAX = 80;

export function fixFor(state: State, group: PatternGroup, members: readonly TaskId[]): TaskSpec {
  const specs = members.map((id) => taskOf(state, id).spec);
  const [first] = specs;
  const title = `Fix: ${group.root_cause}`;
  return {
    id: freeId(state),
    title: title.length > TITLE_LENGTH_MAX ? `${title.slice(0, TITLE_LENGTH_MAX - 1)}…` : title,
    prompt: promptOf(group, members),
    role: "worker",
    dependsOn: [],
    files: [],
    agent: first?.agent ?? "",
    ...(first?.tier !== undefined && { tier: first.tier }),
    gates: sharedGates(specs),
    commitments: [],
    acceptance: [],
    budget: {},
    priority: Math.max(...specs.map(({ priority }) => priority)) + 1,
    tags: ["fix"],
  };
}

function promptOf(group: PatternGroup, members: readonly TaskId[]): string {
  return [
    `${members.length} tasks (${members.join(", ")}) failed for the same reason: ${group.root_cause}`,
    ["What they met:", ...group.because.map((line) => `- ${line}`)].join("\n"),
    "Find that cause and fix it, so that all of them can continue. Do not do the work of these tasks themselves, and change nothing that the cause does not need. Say in your decisions what was wrong and how others use what you made: their prompts will say it.",
  ].join("\n\n");
}

/** Gates that only one of them has belong to its own work. */
function sharedGates(specs: readonly TaskSpec[]): CommandCheck[] {
  const [first, ...others] = specs;
  return (first?.gates ?? []).filter((gate) => others.every(({ gates }) => gates.some(({ run }) => run === gate.run)));
}

function freeId(state: State): TaskId {
  for (let number = 1; ; number += 1) if (!state.tasks.has(`fix-${number}`)) return `fix-${number}`;
}
