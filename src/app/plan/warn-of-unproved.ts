/** A plan whose work no command would prove: told once, with the commands that the project itself speaks of. Looks only. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Mistake } from "../../config/mistakes/mistake.ts";
import { placeMistake } from "../../config/mistakes/place-mistake.ts";
import { hasQualityGate } from "../../domain/proof/gate.ts";
import { CHECKPOINT_AGENT } from "../../domain/spec/checkpoint-order.ts";
import { findCommands } from "../init/commands/find-commands.ts";
import type { Loaded } from "../project/load.ts";
import type { Project } from "../project/project.ts";
import type { Reply } from "../reply.ts";
import type { FoundBase } from "../run/find-base.ts";

const NAMED_MAX = 5;

export function warnOfUnproved(project: Project, loaded: Loaded, base: Reply<FoundBase>): readonly Mistake[] {
  const { plan, config, planFile } = loaded;
  const worked = plan.tasks.filter(({ agent }) => agent !== CHECKPOINT_AGENT);
  const bare = worked.filter((task) => !hasQualityGate(task));
  if (bare.length === 0) return [];
  const gates = base.ok ? base.value.gates : config.gates;
  if (gates.length > 0) return [];
  const named = bare.slice(0, NAMED_MAX).map(({ id }) => id);
  const more = bare.length > NAMED_MAX ? ` and ${bare.length - NAMED_MAX} more` : "";
  const who =
    bare.length === worked.length ? "no task has a quality gate" : `no quality gate for ${named.join(", ")}${more}`;
  const known = findCommands(project.root).gates.map(({ run }) => run);
  const hint =
    known.length === 0
      ? "name the commands that prove it: gates: [npm test] in reeve.yaml, in `defaults` or in the task"
      : `this project seems to have: gates: [${known.join(", ")}]; write that into reeve.yaml`;
  const what = `${who}: only Reeve's built-in checks would look at that work`;
  const path = [
    "tasks",
    Math.max(
      0,
      plan.tasks.findIndex(({ id }) => id === bare[0]?.id),
    ),
  ];
  return [{ ...placeMistake(textOf(project, planFile), planFile, path, what, hint), severity: "warning" }];
}

function textOf({ root }: Project, planFile: string): string {
  const path = resolve(root, planFile);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
