/** The one task that is to mend what several failed by: made from the evidence, worked like any other. */
import type { CommandCheck, TaskId, TaskSpec } from "../../domain/spec/plan.ts";
import { NOTHING, type PromptText, quotedLine, reeveSays, sections } from "../../domain/words/prompt-text.ts";
import type { PatternGroup } from "../causes/seen-failure.ts";
import { taskOf } from "../lookup.ts";
import type { State } from "../state.ts";

const TITLE_LENGTH_MAX = 80;

/** `before`: what earlier runs knew of it, a sentence; null: nothing. */
export function fixFor(
  state: State,
  group: PatternGroup,
  members: readonly TaskId[],
  before: string | null = null,
): TaskSpec {
  const specs = members.map((id) => taskOf(state, id).spec);
  const [first] = specs;
  const title = `Fix: ${group.root_cause}`;
  return {
    id: freeId(state),
    title: title.length > TITLE_LENGTH_MAX ? `${title.slice(0, TITLE_LENGTH_MAX - 1)}…` : title,
    prompt: promptOf(group, members, before),
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

/** The cause and what was met are words of agents and programs. */
function promptOf(group: PatternGroup, members: readonly TaskId[], before: string | null): PromptText {
  const ids = quotedLine(members.join(", "));
  const who =
    members.length === 1
      ? reeveSays`The task ${ids} failed for a reason that earlier runs met as well`
      : reeveSays`${members.length} tasks (${ids}) failed for the same reason`;
  return sections([
    reeveSays`${who}: ${quotedLine(group.root_cause)}`,
    before === null ? NOTHING : quotedLine(before),
    sections([reeveSays`What they met:`, ...group.because.map((line) => reeveSays`- ${quotedLine(line)}`)], "\n"),
    reeveSays`Find that cause and fix it, so that all of them can continue. Do not do the work of these tasks themselves, and change nothing that the cause does not need. Say in your decisions what was wrong and how others use what you made: their prompts will say it.`,
  ]);
}

/** Gates that only one of them has belong to its own work. */
function sharedGates(specs: readonly TaskSpec[]): CommandCheck[] {
  const [first, ...others] = specs;
  return (first?.gates ?? []).filter((gate) => others.every(({ gates }) => gates.some(({ run }) => run === gate.run)));
}

function freeId(state: State): TaskId {
  for (let number = 1; ; number += 1) if (!state.tasks.has(`fix-${number}`)) return `fix-${number}`;
}
