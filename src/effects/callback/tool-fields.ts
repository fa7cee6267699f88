/** Fields that several tools take. Everything an agent may hand over is bounded here. */
import { z } from "zod";
import { TALK_MAX } from "../../engine/talk/talk.ts";

const LIST_MAX = 500;
const ITEM_LENGTH_MAX = 4_000;
const OPTIONS_MAX = 20;
/** Clients give up an answer that has not begun after five minutes. */
const WAIT_S_MAX = 240;

/** What says nothing is no text. */
export function words(lengthMax: number, what: string) {
  return z
    .string({ error: "must be text" })
    .trim()
    .min(1, { error: "must say something" })
    .max(lengthMax, { error: `must be at most ${lengthMax} characters` })
    .meta({ description: what });
}

export function texts(what: string, max = LIST_MAX) {
  return z
    .array(z.string({ error: "must be text" }).max(ITEM_LENGTH_MAX), { error: "must be a list of texts" })
    .max(max, { error: `must have at most ${max} entries` })
    .optional()
    .meta({ description: what });
}

export const questionField = (what: string) => words(TALK_MAX.questionLength, what);

export const optionsField = texts("Answers that seem possible, so that the person can choose one.", OPTIONS_MAX);

export function waitField(what: string) {
  return z
    .number({ error: "must be a number of seconds" })
    .min(0, { error: "must be 0 or more" })
    .max(WAIT_S_MAX, { error: `must be at most ${WAIT_S_MAX}` })
    .optional()
    .meta({ description: what });
}
