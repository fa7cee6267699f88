/** What becomes of an answer that has none of the agreed shapes, or that may not be followed: a row, and nothing else. No improvising. */
import type { EpicBody, NewItem } from "../body/epic-body.ts";
import { checkpoint, type Moment } from "./checkpoint.ts";
import type { Ask, Decision } from "./tick-types.ts";
import { asksForMore } from "./verdicts.ts";

const NOTES_LENGTH_MAX = 400;

export function malformed(body: EpicBody, moment: Moment, role: Ask["role"], why: string, answer?: unknown): Decision {
  const needsMending = asksForMore(answer);
  const id = `${body.id}-instructions`;
  const isFiled = body.items.some((item) => item.id === id);
  const task: NewItem = {
    id,
    title: "Instructions need fixing",
    status: "ready",
    notes: `kind=analysis; reason=${role} asked for something a tick may not do`,
  };
  return checkpoint(body, moment, {
    phase: body.phase,
    decision: `${role} verdict malformed`,
    class: "malformed",
    notes: why.slice(0, NOTES_LENGTH_MAX),
    sentence: `The answer of ${role} is malformed (${why.slice(0, NOTES_LENGTH_MAX)}); nothing was done.`,
    next: needsMending ? `${id} (Instructions need fixing).` : "the next tick asks again.",
    changes: needsMending && !isFiled ? { added: [task] } : {},
  });
}
