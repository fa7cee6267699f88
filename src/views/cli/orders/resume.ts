/** `reeve resume`: ends a pause, and hands files that were edited meanwhile to the run. */
import { resumeRun } from "../../../app/orders/resume-run.ts";
import { findProject } from "../../../app/project/project.ts";
import { takenFilesLines } from "../../files-words.ts";
import { orderText } from "../../order-given-words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse, reportMistakes } from "../refuse.ts";

export async function resumeCommand(io: Io, { run, json }: CommonOptions): Promise<ExitCode> {
  const resumed = await resumeRun(findProject(io.cwd), { run, now: io.now() });
  if (!resumed.ok) return refuse(io, json, resumed.refusal);
  const { files, given } = resumed.value;
  const lines = takenFilesLines(files);
  // Whoever only wanted the files taken has got that.
  const isSaid = given.how === "needless" && files.type === "edited" && files.given !== null;
  const text = isSaid ? [] : [orderText(given)];
  if (json) {
    const taken = given.how === "done" || given.how === "needless";
    const edited = files.type === "edited" ? { files: { taken: files.taken, left: files.left } } : {};
    printJson(io, { taken, text: [...lines, ...text].join(" "), ...edited });
    return EXIT.ok;
  }
  if (files.type === "mistakes") reportMistakes(io, [], files.mistakes);
  print(io, [...lines, ...text]);
  return EXIT.ok;
}
