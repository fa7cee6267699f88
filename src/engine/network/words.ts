/** Sentences about endpoints that cannot be reached. */
import { needOf } from "../../domain/proof/machine-need.ts";
import { endpointName } from "../../domain/work/unreached.ts";
import { hush, type Sentence, say, type Voice, type Words } from "../wording/sentence.ts";
import type { NetworkEvent, ReachedBy } from "./events.ts";

type Of<T extends NetworkEvent["type"]> = Extract<NetworkEvent, { type: T }>;

export const words: Words<NetworkEvent> = {
  endpoint_held: held,
  endpoint_reached(event) {
    const { endpoint, by } = event;
    if (by === "nobody") return hush(event);
    if (needOf(endpoint) !== null && by !== "person")
      return say(null, `${endpointName(endpoint)} is there again; the tasks can start`);
    return say(null, `${endpointName(endpoint)} ${REACHED[by]}; the tasks that need it can start`);
  },
};

const REACHED: Readonly<Record<Exclude<ReachedBy, "nobody">, string>> = {
  probe: "can be reached again",
  attempt: "can be reached: an agent at work got an answer",
  person: "is tried again because you said so",
};

/** That it is still so is no news. */
function held({ endpoint, agents, works, detail, probes, probeAt }: Of<"endpoint_held">, voice: Voice): Sentence {
  if (needOf(endpoint) !== null) {
    const text = `No task starts for now: ${detail}; this costs nobody a retry, and Reeve looks again at ${voice.dateText(probeAt)}`;
    return probes === 0 ? say(null, text) : { ...say(null, text), loudness: "silent" };
  }
  const whom = agents.length > 0 ? `No task starts with ${agents.join(", ")}` : `${works.join(", ")} wait`;
  const sentence = say(
    null,
    `${whom} for now: ${endpointName(endpoint)} cannot be reached (${detail}); this costs nobody a retry, and Reeve tries it again at ${voice.dateText(probeAt)}, without using tokens`,
  );
  return probes === 0 ? sentence : { ...sentence, loudness: "silent" };
}
