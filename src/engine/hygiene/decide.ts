/** What was tidied up is written down, and that is all. */
import { TAKEN } from "../input.ts";
import type { Decide } from "../tables.ts";
import type { HygieneInput } from "./inputs.ts";

export const decide: Decide<HygieneInput> = {
  hygiene_done({ emit }, { removed, bytes, problems }) {
    emit({ type: "hygiene_done", removed, bytes, problems });
    return TAKEN;
  },
  run_cleaned({ emit }, { removed, bytes, problems }) {
    emit({ type: "run_cleaned", removed, bytes, problems });
    return TAKEN;
  },
};
