/** What the hygiene monitor reports, where it found something to do; and what a person had removed of this very run. */
import type { Giver } from "../../domain/work/giver.ts";
import type { Tidied } from "./tidied.ts";

export type HygieneInput =
  | (Tidied & { readonly type: "hygiene_done" })
  | (Tidied & { readonly type: "run_cleaned"; readonly by: Giver });
