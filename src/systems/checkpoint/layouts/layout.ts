/** Where the documents of a session lie, in the layout of whichever tool wrote them. Paths are seen from the session. */
import type { Kind, Place } from "../documents/document.ts";

export type LayoutName = "session" | "bmad" | "kiro" | "spec-kit";

export interface Layout {
  readonly name: LayoutName;
  /** As people call it. */
  readonly label: string;
  readonly files: Readonly<Partial<Record<Kind, readonly string[]>>>;
  /** What would be there if the document existed; kinds that this layout does not have are left out. */
  readonly expected: Readonly<Partial<Record<Kind, string>>>;
  /** Shards that an index names and that do not exist. */
  readonly lost: readonly (Place & { readonly path: string })[];
  readonly log: string | null;
  /** Whether a session of this kind keeps a log and wisdom at all. */
  readonly keepsLog: boolean;
  readonly wisdom: readonly string[];
  readonly notes: readonly string[];
}

/** What was looked for, one entry per layout, for whoever has none of them. */
export const LOOKED_FOR: readonly string[] = [
  "a session folder (product-brief.md and requirements.md or requirements/, at the top or in spec/ or artifacts/)",
  "BMAD (prd.md or prd/, and epics.md, at the top, in docs/ or in _bmad-output/planning-artifacts/)",
  "Kiro (requirements.md with design.md or tasks.md, also in .kiro/specs/NAME/)",
  "spec-kit (spec.md with plan.md or tasks.md, also in specs/NNN-NAME/)",
];
