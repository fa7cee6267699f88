/** A new epic: a file of its own in the folder of epics, with an id that a command and a branch can name. Never writes over one. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { writeDurably } from "../../effects/files/write-durably.ts";
import { readBody } from "../../systems/epic/body/read-body.ts";
import { writeBody } from "../../systems/epic/body/write-body.ts";
import { slugOf } from "../../systems/kanban/manager/new-task.ts";
import { type Project, shown } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { type EpicWish, stampOf } from "./edit-epic.ts";
import { EPICS_DIR } from "./has-epics.ts";

export function newEpic(
  project: Project,
  { cwd, epic: title, now }: EpicWish,
): Reply<{ readonly file: string; readonly id: string }> {
  const text = title.replace(/\s+/g, " ").trim();
  if (text === "") return refused({ what: "spec_empty", file: "the title" });
  const pathOf = (name: string): string => join(project.root, EPICS_DIR, `${name}.md`);
  const id = idOf(text, (name) => existsSync(pathOf(name)));
  const path = pathOf(id);
  if (existsSync(path))
    return refused({
      what: "epic_unusable",
      sentence: `${shown(path, cwd)} already exists; nothing was changed. Describe the goal in it, or choose another title.`,
    });
  makeFolderSync(dirname(path));
  const head = `---\nid: ${id}\ntitle: ${JSON.stringify(text)}\nstatus: ready\nproject: .\n---\n\n# ${text}\n\n## Goal\n\n${text}\n`;
  const read = readBody(head, shown(path, project.root));
  if (!read.ok) return refused({ what: "mistakes", mistakes: read.mistakes, warnings: [], kept: "epic" });
  writeDurably(
    path,
    writeBody(read.body, {
      state: { Phase: "orient" },
      log: [`${stampOf(now)} Made. Next: its person describes the goal; a tick proposes subtasks.`],
    }),
  );
  return granted({ file: shown(path, cwd), id });
}

/** From the letters of the title that a file name, a branch and a command can have; a title without any gets a number. */
function idOf(title: string, isTaken: (id: string) => boolean): string {
  if (/[a-z0-9]/i.test(title.normalize("NFKD"))) return slugOf(title);
  let number = 1;
  while (isTaken(`epic-${number}`)) number += 1;
  return `epic-${number}`;
}
