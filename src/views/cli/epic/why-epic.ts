/** `reeve why` for epics: what each open item waits for, or everything the body says of one item. */
import { explainItem } from "../../../app/epic/explain-item.ts";
import type { Project } from "../../../app/project/project.ts";
import { plainText } from "../../words.ts";
import { type Io, print, printJson } from "../io.ts";
import { epicLine } from "./epic-line.ts";
import { epicsBeside } from "./epics-beside.ts";

/** False: no epic has anything to say. */
export async function whyEpics(
  io: Io,
  project: Project,
  item: string | undefined,
  json: boolean | undefined,
): Promise<boolean> {
  const epics = await epicsBeside(project, io.now());
  if (item === undefined) {
    for (const epic of epics) {
      const open = epic.items.filter(
        ({ status }) => status !== "done" && status !== "ready_for_user_review" && status !== "cancelled",
      );
      if (json) printJson(io, { epic: epic.file, status: epic.status, last: epic.last, open });
      else
        print(io, [
          epicLine(epic),
          ...open.map(({ id, status, reason }) =>
            plainText(`  ${id} is ${status}${reason === null ? "" : `: ${reason}`}`),
          ),
        ]);
    }
    return epics.length > 0;
  }
  const found = explainItem(project, item);
  if (found === null) return false;
  if (json) printJson(io, found);
  else
    print(
      io,
      [
        `${found.epic}: ${found.item} is ${found.status}${found.reason === null ? "" : `: ${found.reason}`}`,
        ...found.log,
      ].map(plainText),
    );
  return true;
}
