/** Sentences about what Reeve itself looks at, merges and finds. Part of `narrate`. */
import { never } from "../domain/bug.ts";
import { type GateResult, hasPassed, tellingLines } from "../domain/gate.ts";
import type { Event, EventOf } from "../engine/event.ts";
import { type Sentence, say } from "./sentence.ts";
import { countOf, durationOf, plainText, withoutStop } from "./words.ts";

export type ProofEvent = Extract<
  Event,
  { type: "task_verified" | "task_integrated" | "job_postponed" | "violation_seen" | "run_checking" | "run_checked" }
>;

export function narrateProof(event: ProofEvent): Sentence {
  switch (event.type) {
    case "task_verified":
      return verified(event);
    case "task_integrated":
      return integrated(event);
    case "job_postponed": {
      const doing = event.job === "verify" ? "be verified" : "be merged";
      return say(
        event.task,
        `cannot ${doing} now: ${event.failure.message}; Reeve tries again`,
        event.failure.evidence,
      );
    }
    case "violation_seen":
      return violated(event);
    case "run_checking":
      return say(null, "All tasks have ended; the integrated whole is checked once more");
    case "run_checked":
      return hasPassed(event.gates)
        ? say(null, `The integrated whole is green (${tally(event.gates)})`)
        : say(null, `The integrated whole is red: ${firstFailed(event.gates)}`, evidenceOf(event.gates));
    default:
      return never(event, "event");
  }
}

function verified({ task, verification }: EventOf<"task_verified">): Sentence {
  const { gates, changed } = verification;
  if (!hasPassed(gates)) return say(task, `is not done: ${firstFailed(gates)}`, evidenceOf(gates));
  const size =
    changed.files === 0 ? "" : `, ${countOf(changed.files, "file")} +${changed.insertions} −${changed.deletions}`;
  const warned = gates.filter(({ verdict }) => verdict === "warned").map(({ message }) => message);
  return say(task, `is verified (${tally(gates)}${size})`, warned);
}

function integrated({ task, integration }: EventOf<"task_integrated">): Sentence {
  const others =
    "others" in integration && integration.others.length > 0 ? ` with ${integration.others.join(", ")}` : "";
  switch (integration.type) {
    case "merged":
      return integration.commit === integration.onto
        ? say(task, "has nothing to merge")
        : say(task, `is merged (${integration.commit.slice(0, 8)}${gatesAgain(integration.gates)})`);
    case "conflict":
      return say(
        task,
        `goes back: it conflicts${others} in ${countOf(integration.files.length, "file")}`,
        integration.files,
      );
    case "red":
      return say(
        task,
        `goes back: merged${others} it is red: ${firstFailed(integration.gates)}`,
        evidenceOf(integration.gates),
      );
    default:
      return never(integration, "integration");
  }
}

function gatesAgain(gates: readonly GateResult[]): string {
  return gates.length === 0 ? "" : `, ${tally(gates, " again")}`;
}

function violated({ violation }: EventOf<"violation_seen">): Sentence {
  const { paths, attempts, rule } = violation;
  if (rule === "advisor_wrote")
    return say(
      null,
      `${attempts.join(", ")} was only to read and wrote ${countOf(paths.length, "file")}; thrown away`,
      paths,
    );
  const who = attempts.length === 0 ? "no agent was at work" : `at work: ${attempts.join(", ")}`;
  if (rule === "integration_moved")
    return say(
      null,
      `${withoutStop(plainText(paths[0] ?? "The integration branch was set back"))} (${who})`,
      paths.slice(1),
    );
  const more = paths.length > 1 ? ` and ${paths.length - 1} more` : "";
  const what = `${plainText(paths[0] ?? "something")}${more}`;
  return say(null, `Your own checkout was written to, outside of any worktree: ${what} (${who})`, paths);
}

/** As in "5 gates passed, 1 warned, in 3 s"; the first that there is carries the noun. */
function tally(gates: readonly GateResult[], ending = ""): string {
  const verdicts = ["passed", "warned", "failed"] as const;
  const counts = verdicts.map((verdict) => [verdict, gates.filter((each) => each.verdict === verdict).length] as const);
  const parts = counts
    .filter(([, count]) => count > 0)
    .map(([verdict, count], at) => `${at === 0 ? countOf(count, "gate") : count} ${verdict}`);
  const told = parts.length === 0 ? "no gate to pass" : `${parts.join(", ")}${ending}`;
  const tookMs = gates.reduce((sum, each) => sum + each.tookMs, 0);
  return tookMs < 1000 ? told : `${told}, in ${durationOf(tookMs)}`;
}

function firstFailed(gates: readonly GateResult[]): string {
  const failed = gates.filter(({ verdict }) => verdict === "failed");
  const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : "";
  return `${withoutStop(plainText(failed[0]?.message ?? "a gate failed"))}${more}`;
}

const LINES_MAX = 8;

function evidenceOf(gates: readonly GateResult[]): string[] {
  return gates.filter(({ verdict }) => verdict === "failed").flatMap((gate) => tellingLines(gate, LINES_MAX));
}
