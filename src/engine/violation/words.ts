/** Sentences about what no agent may do. */
import { countOf, plainText, withoutStop } from "../../domain/words/wording.ts";
import { type Sentence, say, type Words } from "../wording/sentence.ts";
import type { ViolationEvent } from "./events.ts";

export const words: Words<ViolationEvent> = { violation_seen: violated };

function violated({ violation }: ViolationEvent): Sentence {
  const { paths, attempts, rule } = violation;
  if (rule === "advisor_wrote")
    return say(
      null,
      `${attempts.join(", ")} may only read, but wrote ${countOf(paths.length, "file")}; Reeve discarded that`,
      paths,
    );
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
