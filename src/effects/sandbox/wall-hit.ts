/**
 * Whether an agent or a command ran into a wall of the sandbox, as far as its output says so: a person who reads of a
 * failure must see that it was the sandbox, and what to write into `reeve.yaml`. It reads text and nothing else.
 */
import type { Failure } from "../../domain/proof/failure.ts";
import type { Outcome } from "../../domain/work/outcome.ts";

/** The outcome with what the walls had to do with it. */
export function tellWall(outcome: Outcome, output: string): Outcome {
  if (outcome.type !== "failed") return outcome;
  const broken = brokenWall(output);
  if (broken !== null) return { type: "failed", failure: broken };
  const sentence = wallSentence(output);
  if (sentence === null) return outcome;
  const { failure } = outcome;
  const isVague = failure.class === "unknown" || failure.class === "crash";
  const known: Partial<Failure> = isVague ? { class: "permission", restart: "persistent" } : {};
  return { ...outcome, failure: { ...failure, ...known, message: `${failure.message} ${sentence}` } };
}

/** An output with the sentence about the wall that it met, if there are walls. */
export function withWall(output: string, walls: object | null = null): string {
  const sentence = walls && wallSentence(output);
  return sentence === null ? output : `${output.trimEnd()}\n${sentence}\n`;
}

/** Null: it met none. */
export function wallSentence(output: string): string | null {
  const host = /Reeve's sandbox does not let agents reach ([\w.:-]{1,200});/.exec(output)?.[1];
  if (host !== undefined)
    return `The sandbox refused a connection to ${host}; add it to \`sandbox.hosts\` in reeve.yaml if the work needs it.`;
  const found = REFUSED.map((pattern) => pattern.exec(output)?.[1]).find((path) => path !== undefined);
  if (found === undefined) return null;
  return `The sandbox refused a write to ${found}; add it to \`sandbox.writable\` in reeve.yaml if the work needs it.`;
}

const PATH = "(/[^\\s‘’'\"`:,()]{1,300})";
const REFUSED = [
  new RegExp(`EROFS[^\\n]{0,80}?['"\`]${PATH}['"\`]`),
  new RegExp(`${PATH}['"\`’]?\\)?: Read-only file system`, "i"),
  new RegExp(`Read-only file system[^\\n]{0,20}?:? ?['"\`(]${PATH}`, "i"),
  new RegExp(
    `(?:open|mkdir|create|unlink|rename|touch)\\w*(?: to)? ['"\`]?${PATH}['"\`]?[^\\n]{0,40}read-only file system`,
    "i",
  ),
];

/** The walls themselves could not be put up: nothing of the agent has run. */
function brokenWall(output: string): Failure | null {
  const said = /^(?:bwrap|reeve sandbox): (.{1,300})$/m.exec(output.trim().split("\n").length <= 3 ? output : "")?.[1];
  if (said === undefined) return null;
  const message = `The sandbox could not be put up: ${said.replace(/\.$/, "")}. Correct \`sandbox\` in reeve.yaml, or write \`sandbox: off\` to work without one.`;
  return { class: "config_error", restart: "terminal", message, evidence: [said] };
}
