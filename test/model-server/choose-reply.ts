/**
 * Decides what a request gets: its scenario's reply, or a harmless answer for an agent's own errands (a title for the
 * session, a check whether it goes in circles), which come without tools and must not use up a scenario's failures.
 */
import type { Conversation } from "./conversation.ts";
import { object } from "./json.ts";
import { findMarker, type Marker } from "./marker.ts";
import type { ScriptPlayer } from "./play-script.ts";
import { answer, type Reply } from "./reply.ts";
import { SCENARIOS } from "./scenarios.ts";

export interface Choice {
  readonly marker: Marker | null;
  readonly reply: Reply;
}

/** Counts how often each marker was served: the only thing that is remembered from one request to the next. */
export function replyChooser(play?: ScriptPlayer): (conversation: Conversation) => Choice {
  const served = new Map<string, number>();
  return (conversation) => {
    if (isErrand(conversation)) return { marker: null, reply: answer(errandText(conversation)) };
    const marker = findMarker(conversation);
    const scripted = marker === null ? play?.(conversation) : undefined;
    if (scripted) return { marker, reply: scripted };
    if (marker === null) return { marker, reply: answer("There is no scenario in this prompt.") };
    const scenario = SCENARIOS.get(marker.name);
    if (scenario === undefined) return { marker, reply: answer(`There is no scenario ${marker.name}.`) };
    const nth = (served.get(marker.written) ?? 0) + 1;
    served.set(marker.written, nth);
    return { marker, reply: scenario({ conversation, marker, nth }) };
  };
}

function isErrand({ tools, system, schema }: Conversation): boolean {
  return tools.length === 0 && (schema !== undefined || /\btitle\b/i.test(system));
}

function errandText({ schema }: Conversation): string {
  return schema === undefined ? "A scripted session" : JSON.stringify(neutral(schema));
}

/** The most harmless value that a schema allows. */
function neutral(schema: unknown): unknown {
  const { type, properties, enum: allowed } = object(schema);
  if (Array.isArray(allowed)) return allowed[0];
  switch (String(type).toLowerCase()) {
    case "object":
      return Object.fromEntries(Object.entries(object(properties)).map(([key, part]) => [key, neutral(part)]));
    case "array":
      return [];
    case "number":
    case "integer":
      return 0;
    case "boolean":
      return false;
    default:
      return "";
  }
}
