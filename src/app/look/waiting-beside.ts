/**
 * What waits for a person outside of runs: what epics ask, epics whose body cannot be read, boards that need somebody. One list
 * of one type for every screen, beside the questions of runs. Costs nothing where there is neither. Looks only.
 */
import type { Severity } from "../../domain/spec/notify.ts";
import type { Turn } from "../../systems/epic/body/persons-turn.ts";
import type { EpicView } from "../epic/epic-view.ts";
import { hasEpics } from "../epic/has-epics.ts";
import { type BoardView, hasBoards } from "../kanban/has-boards.ts";
import type { Project } from "../project/project.ts";

export interface WaitingBeside {
  readonly from: "epic" | "board";
  /** The same as long as its cause is. */
  readonly id: string;
  /** `mend`: nobody can work on it as it is written. */
  readonly type: Turn["type"] | "mend";
  readonly file: string;
  readonly title: string;
  /** Of the epic; null: it is about all of it. */
  readonly item: string | null;
  readonly severity: Severity;
  /** Null: nobody has said when it began. */
  readonly since: number | null;
  readonly question: string;
  /** What to do, as a command or in words. */
  readonly answer: string;
}

/** Both of a project, and of what is in them all that waits. */
export interface Beside {
  readonly epics: readonly EpicView[];
  readonly boards: readonly BoardView[];
  readonly waiting: readonly WaitingBeside[];
}

export const NOTHING_BESIDE: Beside = { epics: [], boards: [], waiting: [] };

export async function lookBeside(project: Project, now: number): Promise<Beside> {
  const [{ epics, broken }, boards] = await Promise.all([epicsOf(project, now), boardsOf(project)]);
  const waiting = [...broken, ...epics.flatMap(ofEpic), ...boards.flatMap(ofBoard)];
  return { epics, boards, waiting: waiting.toSorted((one, other) => rankOf(one) - rankOf(other)) };
}

async function epicsOf(project: Project, now: number) {
  if (!hasEpics(project)) return { epics: [], broken: [] };
  const { viewEpics } = await import("../epic/epic-view.ts");
  const viewed = viewEpics(project, { cwd: project.root, now, epic: undefined });
  if (!viewed.ok) return { epics: [], broken: [] };
  const { epics, mistakes } = viewed.value;
  const files = Map.groupBy(mistakes, ({ file }) => file);
  const broken = [...files].map(([file, [first, ...more]]): WaitingBeside => {
    const others = more.length === 0 ? "" : ` (and ${more.length} more)`;
    return {
      ...{ from: "epic", id: `epic:${file}`, type: "mend", file, title: file, item: null },
      ...{ severity: "high", since: null },
      question: `Its body cannot be read: line ${first?.line}, ${first?.what}${others}.`,
      answer: first?.hint ?? "mend the body",
    };
  });
  return { epics, broken };
}

function ofEpic({ file, id, title, since, turns }: EpicView): readonly WaitingBeside[] {
  return turns.map(({ type, item, question, answer }) => ({
    ...{ from: "epic", id: `epic:${id}${item === null ? "" : `:${item}`}`, type, file, title, item },
    ...{ severity: type === "look" ? "info" : type === "reset" ? "high" : "warning", since, question, answer },
  }));
}

async function boardsOf(project: Project): Promise<readonly BoardView[]> {
  if (!hasBoards(project)) return [];
  const { viewBoards } = await import("../kanban/boards.ts");
  const viewed = await viewBoards(project);
  return viewed.ok ? viewed.value : [];
}

function ofBoard({ board, at, sentence, needsPerson }: BoardView): readonly WaitingBeside[] {
  if (!needsPerson) return [];
  return [
    {
      ...{ from: "board", id: `board:${board}`, type: "look", file: board, title: board, item: null },
      ...{ severity: "high", since: at, question: sentence, answer: `reeve kanban run ${board}` },
    },
  ];
}

function rankOf({ type }: WaitingBeside): number {
  return ORDER.indexOf(type);
}

const ORDER: readonly WaitingBeside["type"][] = ["mend", "reset", "decide", "requeue", "approve", "look"];
