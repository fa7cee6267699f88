/** Why an agent's word was not taken, and what it does instead: words for agents, who read them as a tool's answer. */
import { never } from "../../domain/bug.ts";
import type { TalkRefusal } from "./inputs.ts";

export function talkRefusalText(refusal: TalkRefusal): string {
  switch (refusal.what) {
    case "attempt_over":
      return "This attempt is over, or is being stopped. End your turn.";
    case "nobody_to_ask":
      return "Nobody is there to answer in this run. Decide by yourself and note it under decisions; where you cannot, report that you are blocked.";
    case "not_for_a_person":
      return "A person is not asked about this first: Reeve sees to it when you have ended. End your turn now.";
    case "said_enough":
      return `No more ${refusal.kind} are taken from you: ${refusal.limit} are the limit. Go on with your work; what still matters belongs into your result.`;
    default:
      return never(refusal, "refusal");
  }
}
