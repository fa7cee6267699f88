/** Why an agent's word was not taken, and what it does instead: words for agents, who read them as a tool's answer. */
import { never } from "../../domain/bug.ts";
import type { TalkRefusal } from "./inputs.ts";

export function talkRefusalText(refusal: TalkRefusal): string {
  switch (refusal.what) {
    case "attempt_over":
      return "This attempt has ended or is being stopped. End your turn.";
    case "nobody_to_ask":
      return "No person answers questions in this run. Decide yourself and note it under decisions; if you cannot, report that you are blocked.";
    case "not_for_a_person":
      return "Reeve handles this itself once you have ended, without asking a person first. End your turn now.";
    case "said_enough":
      return `No more ${refusal.kind} are accepted from you: the limit is ${refusal.limit}. Continue with your work, and put what still matters into your result.`;
    default:
      return never(refusal, "refusal");
  }
}
