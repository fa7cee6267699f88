/** What the hygiene monitor reports; a look that found nothing to do is not reported. */
import type { Tidied } from "./tidied.ts";

export type HygieneInput = Tidied & { readonly type: "hygiene_done" };
