/**
 * How an output names a thing: a pattern and what kind of thing its group is. Shapes are data. They know how languages,
 * systems and people write names, not what any one tool says. What a thing has to do with the failure is not decided here.
 */
import type { EntityKind } from "../../../domain/proof/failure.ts";

export interface Shape {
  readonly kind: EntityKind;
  /** Lower-case words separated by `|`; a line without any of these is not looked at further. */
  readonly has?: string;
  /** Global. Its groups: `s` the name; `m` and `n` a thing and a part of it, told as `m.n`. */
  readonly find: RegExp;
  /** 3: said to be missing, refused or broken · 2.5: so in general words · 2: named by its kind · 1: only looks like it. */
  readonly weight: 1 | 2 | 2.5 | 3;
}

/** What stands between quotes of any sort. */
export const QUOTED = "[\"'`‘“«]+(?<s>[^\"'`’”»\\s][^\"'`’”»\\n]{0,199})[\"'`’”»]+";

/** A name that may stand bare or between quotes. */
export const NAME = "[\"'`‘“«]*(?<s>[@\\w$][\\w$@./:\\\\-]{0,198}[\\w$*]|[\\w$])[\"'`’”»]*";
