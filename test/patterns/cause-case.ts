/** How a case of the grouping is written: one cause, and failures in different words that come from it and from nothing else. */
import type { FailureClass } from "../../src/domain/proof/failure.ts";
import type { SeenFailure } from "../../src/engine/causes/seen-failure.ts";

export interface CauseCase {
  readonly cause: string;
  readonly kind: string;
  readonly failures: readonly Sketch[];
}

export type Sketch = Omit<SeenFailure, "id">;

export function seen(
  kind: FailureClass,
  text: string | readonly string[],
  more: Partial<Omit<SeenFailure, "id" | "class" | "text">> = {},
): Sketch {
  return { class: kind, text: typeof text === "string" ? text : text.join("\n"), ...more };
}

/** Places of checkouts, in pieces because they exist nowhere. */
export const HOME = ["", "home", "dev"].join("/");
export const MAC = ["", "Users", "dev"].join("/");
export const SCRATCH = ["", "tmp", "build-7f3a"].join("/");
