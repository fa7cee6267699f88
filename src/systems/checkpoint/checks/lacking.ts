/** What a check says where a document or the log is not there: a warning with the path, or that the layout has none. */
import type { Document, Kind } from "../documents/document.ts";
import type { Session } from "../session/session.ts";
import { type Finding, type Looked, looked, skipped } from "./check.ts";

export function lacking({ layout, documents }: Session, kinds: readonly Kind[]): Looked | null {
  const gone = kinds.filter((kind) => documents[kind] === undefined);
  if (gone.length === 0) return null;
  const foreign = gone.filter((kind) => layout.expected[kind] === undefined);
  if (foreign.length > 0) return skipped(`${layout.label} has no ${foreign.map(nameOf).join(" and no ")}`);
  return looked(
    `${gone.map(nameOf).join(", ")} missing`,
    gone.map((kind) => missing(kind, layout.expected[kind] ?? kind)),
  );
}

export function missing(kind: Kind, path: string): Finding {
  return {
    level: "warn",
    what: `${kind === "epics" ? "There are" : "There is"} no ${nameOf(kind)}: ${path} does not exist.`,
    evidence: [{ file: path, line: 1 }],
    subject: `missing ${kind}`,
    about: path,
  };
}

function nameOf(kind: Kind): string {
  return kind === "brief" ? "product brief" : kind;
}

/** Null where there are messages. */
export function noMessages({ layout, messages }: Session): Looked | null {
  if (messages.length > 0) return null;
  if (!layout.keepsLog) return skipped(`no messages to analyze: ${layout.label} keeps no log`);
  const file = layout.log ?? ".msg/messages.jsonl";
  const finding: Finding = {
    level: "warn",
    what: `No messages to analyze: ${file} ${layout.log === null ? "does not exist" : "has none but the supervisor's"}.`,
    evidence: [{ file, line: 1 }],
    subject: "no messages",
    about: file,
  };
  return looked("no messages to analyze", [finding]);
}

export function present(session: Session, kinds: readonly Kind[]): readonly Document[] {
  return kinds.flatMap((kind) => session.documents[kind] ?? []);
}
