/** `reeve epic import FILE`: what was taken in, by status. */
import { importEpic } from "../../../app/epic/import-epic.ts";
import { findProject } from "../../../app/project/project.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse, reportMistakes } from "../refuse.ts";

export interface ImportOptions extends CommonOptions {
  readonly status?: string;
  readonly dryRun?: boolean;
}

export async function importEpicCommand(io: Io, file: string, options: ImportOptions): Promise<ExitCode> {
  const { json, status, dryRun = false } = options;
  const taken = importEpic(findProject(io.cwd), { cwd: io.cwd, epic: file, now: io.now(), status, dryRun });
  if (!taken.ok) return refuse(io, json, taken.refusal);
  const { items, counts, notes, warnings, isNew } = taken.value;
  if (json) printJson(io, taken.value);
  else {
    reportMistakes(io, [], warnings);
    const by = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
    const what = `${countOf(items, "item")}${by.length === 0 ? "" : ` (${by.join(", ")})`}`;
    const where = plainText(taken.value.file);
    const next =
      items === 0
        ? `\`reeve tick ${where}\` proposes subtasks.`
        : `Look at them; \`reeve epic approve ${where}\` queues what is to be worked.`;
    if (!isNew) print(io, [`${where}: nothing is new; nothing was written.`, ...notes.map(plainText)]);
    else print(io, [`${where}: ${dryRun ? "would take in" : "took in"} ${what}. ${next}`, ...notes.map(plainText)]);
  }
  return EXIT.ok;
}
