/** What those who judge are told: the task, what is claimed, what was checked, and where the change can be read. */
import type { GateResult, Verification } from "../../domain/proof/gate.ts";
import type { BlockedResult } from "../../domain/work/outcome.ts";
import type { Task } from "../../domain/work/task.ts";
import type { Values } from "../advisor/what-to-tell.ts";
import type { State } from "../state.ts";

export function reviewValues(task: Task, verification: Verification): Values {
  return {
    task: taskText(task),
    claim: `It is done.\n${JSON.stringify(task.result ?? {})}`,
    checks: verification.gates.map(gateText).join("\n"),
    diff: diffText(verification),
  };
}

export function claimValues(task: Task, claim: BlockedResult): Values {
  return {
    task: taskText(task),
    claim: [
      `It cannot be done as specified: ${claim.uncertain_about}`,
      `Tried: ${claim.attempted || "nothing is said about it"}`,
      ...claim.options.map((option) => `Could be: ${option}`),
    ].join("\n"),
    checks: "",
    diff: "",
  };
}

/** The whole is read where the checker stands; only what each task was to do has to be told. */
export function wholeValues(state: State, base: string): Values {
  const done = [...state.tasks.values()].filter(({ status }) => status === "done");
  return {
    base,
    tasks: done.map(doneText).join("\n"),
    contract: contractText(state),
    changes: `\`git diff ${base}..HEAD\` shows all of it; each task came in by one merge, and \`git log --first-parent ${base}..HEAD\` lists these.`,
  };
}

function taskText({ id, spec }: Task): string {
  const criteria = spec.acceptance.map(({ criterion }) => `- ${criterion}`);
  return [
    `${id}: ${spec.title}`,
    spec.prompt,
    ...(criteria.length > 0 ? [["It is accepted when:", ...criteria].join("\n")] : []),
  ].join("\n\n");
}

function gateText({ gate, name, verdict, message }: GateResult): string {
  return `- ${name === gate ? gate : `${gate} ${name}`}: ${verdict}. ${message}`;
}

const FILES_MAX = 100;

/** The work itself is read in the copy: a text of it here would only be cut. */
function diffText({ base, commit, changed }: Verification): string {
  const all = [
    ...changed.created.map((path) => `A ${path}`),
    ...changed.modified.map((path) => `M ${path}`),
    ...changed.deleted.map((path) => `D ${path}`),
  ];
  const shown = all.slice(0, FILES_MAX);
  const more = changed.files > shown.length ? [`and ${changed.files - shown.length} more`] : [];
  return [
    `You stand at ${commit}; \`git diff ${base}..${commit}\` shows the change (${changed.files} files, +${changed.insertions} −${changed.deletions}):`,
    ...shown,
    ...more,
  ].join("\n");
}

function doneText({ id, spec, decisions, concerns }: Task): string {
  const said = [...decisions.map((each) => `  decided: ${each}`), ...concerns.map((each) => `  worry: ${each}`)];
  return [`- ${id}: ${spec.title}`, ...said].join("\n");
}

function contractText({ plan: { contract } }: State): string {
  if (contract === null) return "";
  const entities = contract.entities.map(
    ({ name, type, path, createdByTask }) => `- ${type} ${name} in ${path}; made by ${createdByTask}`,
  );
  return [...entities, ...contract.coreQueries.map((query) => `- must be answerable: ${query}`)].join("\n");
}
