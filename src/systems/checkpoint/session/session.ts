/** A session read once, as all checks see it: its documents, plan, messages and wisdom. Reads only; decides nothing. */
import { join } from "node:path";
import { type Document, documentOf, KINDS, type Kind, type Line } from "../documents/document.ts";
import type { Layout } from "../layouts/layout.ts";
import type { SessionFiles } from "../layouts/session-files.ts";
import { type MessagesRead, readMessages } from "./messages.ts";
import { type Plan, planOf } from "./plan.ts";

export interface Session extends MessagesRead {
  readonly layout: Layout;
  readonly files: SessionFiles;
  readonly documents: Readonly<Partial<Record<Kind, Document>>>;
  readonly plan: Plan | null;
  /** What tasks found out, as one document of bullets. */
  readonly wisdom: readonly Line[];
  readonly now: number;
  readonly windowMinutes: number;
}

export interface SessionWish {
  readonly layout: Layout;
  readonly files: SessionFiles;
  readonly now: number;
  readonly windowMinutes: number;
}

export function readSession({ layout, files, now, windowMinutes }: SessionWish): Session {
  const documents = splitEpics(Object.fromEntries(KINDS.flatMap((kind) => documentFor(kind, layout, files))));
  const planned = documents.plan ?? documents.epics;
  return {
    layout,
    files,
    documents,
    plan: planned === undefined ? null : planOf(planned),
    ...(layout.log === null ? { messages: [], badLines: [] } : readMessages(join(files.root, layout.log))),
    wisdom: layout.wisdom.flatMap((file) => documentOf("brief", [{ file, text: files.read(file) ?? "" }]).lines),
    now,
    windowMinutes,
  };
}

function documentFor(kind: Kind, layout: Layout, files: SessionFiles): readonly (readonly [Kind, Document])[] {
  const texts = (layout.files[kind] ?? []).flatMap((file) => {
    const text = files.read(file);
    return text === null || text.trim() === "" ? [] : [{ file, text }];
  });
  return texts.length === 0 ? [] : [[kind, documentOf(kind, texts)]];
}

const EPIC = /^(?:\d+[.)]?\s*)?(?:epics?|épica?s?|épico|エピック|史诗)\b.*\d/iu;

/** Epics that stand inside the requirements are a document of their own. */
function splitEpics(documents: Partial<Record<Kind, Document>>): Partial<Record<Kind, Document>> {
  const { requirements, epics } = documents;
  if (requirements === undefined || epics !== undefined || documents.plan !== undefined) return documents;
  const isEpic = (line: Line): boolean => line.headings.some((title) => EPIC.test(title));
  const inside = requirements.lines.filter(isEpic);
  if (inside.length === 0) return documents;
  return {
    ...documents,
    requirements: { ...requirements, lines: requirements.lines.filter((line) => !isEpic(line)) },
    epics: { kind: "epics", shards: requirements.shards, lines: inside },
  };
}
