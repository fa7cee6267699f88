/** All projects of this machine in one answer: what needs a person, most urgent first wherever it is, and how the newest runs stand. */
import { homedir } from "node:os";
import { relative } from "node:path";
import { lookBeside } from "../../../app/look/waiting-beside.ts";
import { type ListedProject, type ListedRun, listProjects, newestRun } from "../../../app/pages/project-list.ts";
import { gridRun } from "../../../app/pages/run-grid.ts";
import { attention, moreUrgent } from "../../model/attention.ts";
import { besideRows } from "../../model/attention-beside.ts";
import { nextMoves } from "../../model/next.ts";
import type { Shop } from "./answers.ts";

export async function overview(shop: Shop) {
  const now = shop.now();
  const listed = listProjects(shop.here, shop.env);
  const looked = await Promise.all(listed.map((each) => lookAt(each, now)));
  return {
    now,
    here: listed[0]?.id ?? "",
    projects: looked.map(({ id, name, dir, newest }) => ({ id, name, dir, run: newest && gridRun(newest.view) })),
    needs: looked
      .flatMap(({ id, rows }) => rows.map((row) => ({ project: id, ...row })))
      .sort((a, b) => moreUrgent(a.row, b.row, now)),
    next: looked
      .flatMap(({ id, newest }) =>
        newest === null
          ? []
          : nextMoves(newest.view, now).map((next) => ({ project: id, run: newest.view.run.id, ...next })),
      )
      .sort((a, b) => a.at - b.at),
  };
}

async function lookAt(listed: ListedProject, now: number) {
  const { id, name, project } = listed;
  const newest = await newestRun(listed, now);
  const { waiting } = await lookBeside(project, now);
  // What epics and boards ask is of no run.
  const beside = besideRows(waiting).map((row) => ({ run: "", row }));
  const own = newest === null ? [] : rowsOf(newest, now);
  return { id, name, dir: homeward(project.root), newest, rows: [...own, ...beside] };
}

function rowsOf({ view, holder, isLanded }: ListedRun, now: number) {
  const rows = attention(view, now, { isWorked: holder !== null, isLanded });
  return rows.map((row) => ({ run: view.run.id, row }));
}

/** As a person would type it. */
function homeward(root: string): string {
  const below = relative(homedir(), root);
  return below === "" || below.startsWith("..") ? root : `~/${below}`;
}
