/**
 * What is wrong with a thing that a failure is about, where its class only says that it cannot be had: it may be there and not
 * fit, or be there twice. Other faults of one thing are other causes.
 */
import type { SeenFailure } from "../seen-failure.ts";
import type { Aspect, Way } from "./thing-names.ts";
import { isUnfit } from "./unfit.ts";

/** Code that is there and does not fit is not missing; a table that is there twice is not either. */
export function wrongOf({ aspect, kind }: Way, { text }: Pick<SeenFailure, "text">): Aspect {
  if (aspect !== "absent") return aspect;
  if (kind === "code" && isUnfit(text)) return "broken";
  if (kind === "code" && DEFINED_TWICE.test(text)) return "twice";
  return kind === "data" && isTwice(text) ? "twice" : aspect;
}

export function isTwice(text: string): boolean {
  return TWICE.test(text);
}

const DEFINED_TWICE = /multiple definitions? of|redefinition of|duplicate (?:symbol|class|definition)/i;
const TWICE = /already exists|duplicate|defined twice|redefinition|declared twice|more than one/i;
