/** That something was tidied up. */
import type { Tidied } from "./tidied.ts";

export type HygieneEvent = Tidied & { readonly type: "hygiene_done" };
