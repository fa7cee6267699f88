/** Sentences about what no agent may do. */
import type { Response } from "../../domain/spec/violation-rule.ts";
import { countOf, plainText, withoutStop } from "../../domain/words/wording.ts";
import { type Sentence, say, type Words } from "../wording/sentence.ts";
import type { ViolationEvent } from "./events.ts";
import type { Violation } from "./violation.ts";

export const words: Words<ViolationEvent> = { violation_seen: violated };

function violated({ violation }: ViolationEvent): Sentence {
  const { paths, rule, response, times = 1 } = violation;
  const sentence = say(null, violationText(violation), rule === "integration_moved" ? paths.slice(1) : paths);
  // Said once; how often it happened since is for whoever reads everything.
  return response === "log" || times > 1 ? { ...sentence, loudness: "silent" } : sentence;
}

/** What was done, by whom, and what follows. */
export function violationText(violation: Violation): string {
  const { paths, attempts, rule } = violation;
  const [first = "something"] = paths.map(plainText);
  const more = paths.length > 1 ? ` and ${paths.length - 1} more` : "";
  const who = attempts.length === 0 ? "no agent was running" : `running: ${attempts.join(", ")}`;
  const doer = attempts.length === 0 ? "Something inside an attempt" : attempts.join(", ");
  switch (rule) {
    case "advisor_wrote":
      return `${attempts.join(", ")} may only read, but wrote ${countOf(paths.length, "file")}; Reeve discarded that`;
    case "order_by_agent":
      return `${doer} tried to give an order as if it were a person; Reeve refused it${consequence(violation)}`;
    case "order_unproven":
      return `Reeve had been killed while agents were at work, so nobody can vouch for this order; it was taken: ${first}. If it is not yours, look at what it did with \`reeve why\``;
    case "integration_moved":
      return `${withoutStop(plainText(paths[0] ?? "The integration branch was set back"))} (${who})`;
    case "outside_write":
      return `Something was written to your own checkout, outside any worktree: ${first}${more} (${who})`;
    case "rules_touched":
      return `${first}${more}; the rules of this run stay as they were (${who})${consequence(violation)}`;
    default:
      return `${doer} broke the rule ${plainText(rule)}: ${first}${more}${consequence(violation)}`;
  }
}

const CONSEQUENCES: Readonly<Record<Response, string>> = {
  log: "",
  notify: "",
  warn: "; it is told to stop that",
  pause: "; it is ended, its work is kept",
  reap: "; it is ended, its work is parked",
};

function consequence({ response = "log", times = 1 }: Violation): string {
  return times > 1 ? ` (${times} times so far)` : CONSEQUENCES[response];
}
