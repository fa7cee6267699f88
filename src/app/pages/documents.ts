/**
 * The documents of a project that people and Reeve write together: epics, boards, and reports of checkpoints, section by
 * section, with those marked that are Reeve's own. Looks only; text is handed on as it is.
 */
import { join, normalize, resolve } from "node:path";
import { readText } from "../../effects/files/foreign-file.ts";
import { reportText } from "../../systems/checkpoint/report/markdown.ts";
import { readReports } from "../../systems/checkpoint/report/write-report.ts";
import { readFrontMatter } from "../../systems/documents/front-matter.ts";
import { headingsOf } from "../../systems/documents/outline.ts";
import { OWNED_SECTIONS } from "../../systems/epic/body/epic-body.ts";
import { listEpics } from "../epic/epics.ts";
import { hasEpics } from "../epic/has-epics.ts";
import { listBoards } from "../kanban/boards.ts";
import { hasBoards } from "../kanban/has-boards.ts";
import { listRuns, type Project, shown } from "../project/project.ts";
import { stateOf } from "../project/records.ts";
import { findSessions } from "./find-sessions.ts";

export interface DocumentView {
  readonly kind: "epic" | "board" | "checkpoint";
  readonly file: string;
  readonly title: string;
  /** What its front matter says. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly sections: readonly SectionView[];
}

export interface SectionView {
  readonly heading: string;
  readonly level: number;
  /** Reeve writes it; people write the others. */
  readonly owned: boolean;
  readonly text: string;
}

interface Source {
  readonly kind: DocumentView["kind"];
  readonly file: string;
  readonly text: string;
}

const BYTES_MAX = 400_000;

export async function readDocuments(project: Project): Promise<readonly DocumentView[]> {
  const sources = [...epicFiles(project), ...(await boardFiles(project)), ...(await reports(project))];
  return sources.map(documentOf);
}

function epicFiles(project: Project): Source[] {
  if (!hasEpics(project)) return [];
  return listEpics(project).flatMap(({ path, read }): Source[] =>
    read.ok ? [{ kind: "epic", file: shown(path, project.root), text: read.text }] : [],
  );
}

async function boardFiles(project: Project): Promise<Source[]> {
  if (!hasBoards(project)) return [];
  const boards = await listBoards(project);
  return Promise.all(
    boards.map(async ({ loop }): Promise<Source> => {
      const text = await readText(resolve(project.root, loop.board), BYTES_MAX);
      return { kind: "board", file: loop.board, text };
    }),
  );
}

/** Of the sessions that the newest plan has checkpoints for, and of those a person has checked. */
async function reports(project: Project): Promise<Source[]> {
  const sessions = [...(await plannedSessions(project)), ...(await findSessions(project.root))].map(normalize);
  return [...new Set(sessions)].flatMap((session) =>
    readReports(resolve(project.root, session)).map((result): Source => {
      return { kind: "checkpoint", file: join(session, result.checkpoint), text: reportText(result) };
    }),
  );
}

async function plannedSessions(project: Project): Promise<readonly string[]> {
  const newest = (await listRuns(project)).at(-1);
  if (newest === undefined) return [];
  const { state } = await stateOf(project, newest.id);
  return state.plan.checkpoints.flatMap(({ session }) => (session === undefined ? [] : [session]));
}

/** By the names of their headings; everything else in such a document is a person's. */
const OWNED: Readonly<Record<DocumentView["kind"], ReadonlySet<string> | "all">> = {
  epic: new Set(OWNED_SECTIONS.map((name) => name.toLowerCase())),
  board: new Set(["plan adjustment log", "supervisor log", "work log"]),
  checkpoint: "all",
};

function documentOf({ kind, file, text }: Source): DocumentView {
  const front = readFrontMatter(text, file);
  const value = front.ok ? front.value : {};
  const sections = sectionsOf(front.ok ? text.slice(front.body) : text, OWNED[kind]);
  const title = typeof value["title"] === "string" ? value["title"] : undefined;
  const named = title ?? sections.find(({ heading }) => heading !== "")?.heading ?? file;
  return { kind, file, title: named, facts: factsOf(value), sections };
}

const FACTS_MAX = 12;
const FACT_LENGTH_MAX = 300;
/** Said elsewhere, or of no use to a reader. */
const SAID: ReadonlySet<string> = new Set(["title", "id", "type"]);

/** What its front matter says, as far as it is plain. */
function factsOf(value: Readonly<Record<string, unknown>>): DocumentView["facts"] {
  const plain = (each: unknown) => ["string", "number", "boolean"].includes(typeof each);
  return Object.entries(value)
    .filter(([name, each]) => !SAID.has(name) && (plain(each) || (Array.isArray(each) && each.every(plain))))
    .slice(0, FACTS_MAX)
    .map(([name, each]) => ({
      name,
      value: (Array.isArray(each) ? each.join(", ") : `${each}`).slice(0, FACT_LENGTH_MAX),
    }))
    .filter((fact) => fact.value !== "");
}

/** One goes until the next heading; what is below a section of Reeve's is Reeve's too. */
function sectionsOf(text: string, owned: ReadonlySet<string> | "all"): SectionView[] {
  const headings = headingsOf(text, 0);
  const opening = text.slice(0, headings[0]?.start ?? text.length).trim();
  let within = Number.POSITIVE_INFINITY;
  const sections = headings.map(({ title, level, end }, index): SectionView => {
    if (level <= within) within = Number.POSITIVE_INFINITY;
    if (owned === "all" || owned.has(title.toLowerCase())) within = Math.min(within, level);
    const body = text.slice(end, headings[index + 1]?.start ?? text.length).trim();
    return { heading: title, level, owned: within <= level, text: body };
  });
  return opening === "" ? sections : [{ heading: "", level: 0, owned: owned === "all", text: opening }, ...sections];
}
