/** Sentences about what no agent may do. */
import { countOf, plainText, withoutStop } from "../../domain/words/wording.ts";
import { type Sentence, say, type Words } from "../wording/sentence.ts";
import type { ViolationEvent } from "./events.ts";
import type { Violation } from "./violation.ts";

export const words: Words<ViolationEvent> = { violation_seen: violated };

function violated({ violation }: ViolationEvent): Sentence {
  const { paths, attempts, rule } = violation;
  if (rule === "advisor_wrote")
    return say(
      null,
      `${attempts.join(", ")} may only read, but wrote ${countOf(paths.length, "file")}; Reeve discarded that`,
      paths,
    );
  if (rule === "order_by_agent") return ordered(violation);
  const who = attempts.length === 0 ? "no agent was running" : `running: ${attempts.join(", ")}`;
  if (rule === "integration_moved")
    return say(
      null,
      `${withoutStop(plainText(paths[0] ?? "The integration branch was set back"))} (${who})`,
      paths.slice(1),
    );
  const more = paths.length > 1 ? ` and ${paths.length - 1} more` : "";
  const what = `${plainText(paths[0] ?? "something")}${more}`;
  return say(null, `Something was written to your own checkout, outside any worktree: ${what} (${who})`, paths);
}

/** Whose words they are is not known; they are shown as evidence only. */
function ordered({ attempts, paths }: Violation): Sentence {
  const who = attempts.length === 0 ? "Something inside an attempt" : attempts.join(", ");
  return say(null, `${who} tried to give an order as if it were a person; Reeve refused it`, paths);
}
