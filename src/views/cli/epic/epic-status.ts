/** `reeve epic status [EPIC]`: how epics stand; of one, with its items. */
import { type EpicView, viewEpics } from "../../../app/epic/epic-view.ts";
import { findProject } from "../../../app/project/project.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse, reportMistakes } from "../refuse.ts";
import { epicLine } from "./epic-line.ts";

export async function epicStatusCommand(io: Io, epic: string | undefined, { json }: CommonOptions): Promise<ExitCode> {
  const viewed = viewEpics(findProject(io.cwd), { cwd: io.cwd, now: io.now(), epic });
  if (!viewed.ok) return refuse(io, json, viewed.refusal);
  const { epics, mistakes } = viewed.value;
  if (json) printJson(io, { epics, mistakes });
  else {
    reportMistakes(
      io,
      mistakes,
      epics.flatMap(({ warnings }) => warnings),
    );
    const lines = epics.flatMap((each) =>
      epic === undefined ? [epicLine(each)] : [epicLine(each), ...itemLines(each)],
    );
    if (lines.length > 0) print(io, lines);
    else if (mistakes.length === 0) print(io, ['There is no epic here yet. `reeve epic new "TITLE"` makes one.']);
  }
  return mistakes.length > 0 ? EXIT.malformed : EXIT.ok;
}

function itemLines({ items, notes }: EpicView): readonly string[] {
  const counts = Map.groupBy(items, ({ status }) => status);
  const sums = [...counts].map(([status, each]) => `${each.length} ${status}`).join(", ");
  return [
    ...items.map(({ id, title, status, worker, surface, reason }) => {
      const more = [worker, surface, reason ?? ""].filter((each) => each !== "").join(" · ");
      return plainText(`  ${id}  ${status}  ${title}${more === "" ? "" : `  (${more})`}`);
    }),
    `${countOf(items.length, "item")}: ${sums === "" ? "none" : sums}.`,
    ...notes.map(plainText),
  ];
}
