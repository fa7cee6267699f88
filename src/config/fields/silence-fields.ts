/** How long each kind of silence may last before an attempt is taken for stuck: keys of an agent's `limits`. */
import type { z } from "zod";
import { whole } from "./fields.ts";

const SILENCE_MAX_S = 86_400;

export const silenceFields = {
  silence_s: silence(
    600,
    "Seconds without anything new in its output or files, while none of its tools and processes is working.",
  ),
  tool_s: silence(1_800, "The same while one of its tools has not returned and does nothing."),
  busy_s: silence(2_700, "Seconds in which its processes compute, but nothing new appears in its output or files."),
  stopped_s: silence(30, "Seconds in which a signal (SIGSTOP) holds one of its processes; the nudge continues it."),
};

function silence(usual: number, about: string): z.ZodDefault<z.ZodInt> {
  const description = `${about} At two thirds of this time Reeve nudges it; then it is stopped, which counts as a time-out. 0: never.`;
  return whole(0, SILENCE_MAX_S, `whole seconds, like ${usual}; 0: never`).default(usual).meta({ description });
}
