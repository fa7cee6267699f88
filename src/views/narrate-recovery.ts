/** Sentences about causes, holds and advice. Part of `narrate`. */
import { never } from "../domain/bug.ts";
import type { Event, EventOf } from "../engine/event.ts";
import { becauseSentence } from "../engine/sentences.ts";
import { dateText } from "./cli/times.ts";
import { hush, priced, type Sentence, say } from "./sentence.ts";
import { countOf } from "./words.ts";

type RecoveryEvent = Extract<
  Event,
  {
    type: `account_${string}` | `pattern_${string}` | `advice_${string}` | "action_refused" | "dependency_added";
  }
>;

export function narrateRecovery(event: RecoveryEvent): Sentence {
  switch (event.type) {
    case "account_held":
      return accountHeld(event);
    case "account_paced":
      return hush(event);
    case "account_released":
      return released(event);
    case "pattern_found":
      return priced(
        say(
          null,
          `One cause behind ${countOf(event.pattern.members.length, "failure")} (${event.pattern.members.join(", ")}): ${event.pattern.rootCause} — ${event.pattern.fix} is to fix it, ${countOf(event.pattern.held.length, "other task")} wait${event.pattern.held.length === 1 ? "s" : ""}`,
          event.because.evidence,
        ),
        event.because,
      );
    case "advice_asked":
      return priced(
        say(event.advises.about, `the ${event.advises.role} is asked (${event.advisor.id})`),
        event.advises.because,
      );
    case "advice_given":
      return say(
        event.task,
        `${event.advisor} says: ${event.text.split("\n")[0] ?? ""}`,
        event.text.split("\n").slice(1),
      );
    case "action_refused":
      return say(event.task, `an advisor wanted ${event.action.replaceAll("_", " ")}, which cannot be: ${event.why}`);
    case "pattern_joined":
      return say(event.task, `fails by the same cause as others (${event.pattern})${causeOf(event)}`);
    case "dependency_added":
      return needed(event);
    default:
      return never(event, "event");
  }
}

function causeOf({ because }: EventOf<"pattern_joined">): string {
  return because === undefined ? "" : `: ${because.facts["cause"]}`;
}

/** What failed was told just before, with its evidence. */
function needed({ task, on, because }: EventOf<"dependency_added">): Sentence {
  const { subject, class: kind } = because.facts;
  if (because.rule === "needs_task" && kind !== "refusal_or_blocked" && subject)
    return say(task, `waits for ${on} now: it needs ${subject}, which ${on} makes`);
  if (because.rule === "pipeline_cause") return say(task, `waits for ${on} now: ${because.facts["says"]}`);
  return say(task, `waits for ${on} now: ${becauseSentence(because)}`, because.evidence);
}

function accountHeld(event: EventOf<"account_held">): Sentence {
  const { agent, account = agent, kind, until, because, tries } = event;
  const whose = account === agent ? agent : `the account ${account}`;
  const when =
    kind === "guessed"
      ? `; no reset was told, so it is tried again at ${dateText(until)} (${tries === 1 ? "the first time" : `${tries} times in a row`})`
      : `; it resets at ${dateText(until)}`;
  return say(null, `Nobody of ${whose} starts for now: ${becauseSentence(because)}${when}`, because.evidence);
}

/** That the next of several may start is no news; that a limit is over is. */
function released(event: EventOf<"account_released">): Sentence {
  const sentence = say(null, `The limit of ${event.account ?? event.agent} has reset; its tasks go on`);
  const isPace = event.account !== undefined && event.pace === undefined;
  return isPace ? { ...sentence, loudness: "silent" } : sentence;
}
