/** The documents that a check of a person's own names: by their kind, or by a path with stars. Reads only. */
import { type Looked, looked } from "../checks/check.ts";
import { type Document, documentOf, KINDS } from "../documents/document.ts";
import type { Session } from "../session/session.ts";
import type { DocumentRef, OwnCheck } from "./own-checks.ts";

export function nothing({ id }: OwnCheck, file: string, what: string): Looked {
  return looked("nothing to compare", [
    {
      level: "warn",
      what: `${what} does not exist.`,
      evidence: [{ file: what.split(", ")[0] ?? file, line: 1 }],
      subject: `${id} ${what}`,
      about: what,
    },
  ]);
}

export function documentAt({ documents, files }: Session, ref: DocumentRef): Document | null {
  const kind = KINDS.find((each) => each === ref);
  if (kind !== undefined) return documents[kind] ?? null;
  const found = files.all.filter((file) => matches(ref, file)).map((file) => ({ file, text: files.read(file) ?? "" }));
  return found.length === 0 ? null : documentOf("requirements", found);
}

export function matches(pattern: string, file: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*\*\/?|\*/g, (stars) => (stars.startsWith("**") ? ".*" : "[^/]*"));
  return new RegExp(`^${source}$`).test(file) || file.startsWith(`${pattern.replace(/\/$/, "")}/`);
}
