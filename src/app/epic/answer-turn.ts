/** For a person who sits at it: what an epic waits for, one question at a time, and what their answer does. Asks nobody itself. */
import type { Turn } from "../../systems/epic/body/persons-turn.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply } from "../reply.ts";
import { approveEpic, decideEpic, type Edited, type EpicWish, resetEpic } from "./edit-epic.ts";
import { viewEpics } from "./epic-view.ts";

/** Those that an answer settles. */
export function openTurns(project: Project, wish: EpicWish): Reply<readonly Turn[]> {
  const viewed = viewEpics(project, wish);
  if (!viewed.ok) return viewed;
  return granted(viewed.value.epics.flatMap(({ turns }) => turns).filter(({ type }) => type !== "look"));
}

/** Null: the answer leaves it as it is. */
export async function answerTurn(
  project: Project,
  wish: EpicWish,
  { type, item }: Turn,
  said: string,
): Promise<Reply<Edited> | null> {
  const words = said.trim();
  if (type === "decide") return words === "" ? null : decideEpic(project, { ...wish, item: item ?? "", words });
  if (!/^y(?:es)?$/i.test(words)) return null;
  if (type === "reset") return resetEpic(project, wish);
  return approveEpic(project, { ...wish, items: item === null ? [] : [item] });
}
