/** That something was tidied up: of earlier runs by Reeve itself, or of this one by a person. */
import type { Tidied } from "./tidied.ts";

export type HygieneEvent = (Tidied & { readonly type: "hygiene_done" }) | (Tidied & { readonly type: "run_cleaned" });
