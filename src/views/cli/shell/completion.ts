/** `reeve completion`: the script for a shell, and, for that script, what could come next. */
import { readStatus } from "../../../app/look/status.ts";
import { findProject, listRuns, type Project } from "../../../app/project/project.ts";
import type { CommandSpec } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, printJson } from "../io.ts";
import { complete, type Names } from "./complete.ts";
import { SCRIPTS, SHELLS, type Shell } from "./scripts.ts";

export async function completionCommand(
  io: Io,
  table: readonly CommandSpec[],
  shell: string,
  words: readonly string[],
  { json }: CommonOptions,
): Promise<ExitCode> {
  if (shell === "words") return showWords(io, table, words, json);
  if (!isShell(shell))
    return badInput(io, json, `Which shell? ${SHELLS.map((name) => `reeve completion ${name}`).join(", ")}.`);
  if (json) printJson(io, { shell, script: SCRIPTS[shell] });
  else io.out(SCRIPTS[shell]);
  return EXIT.ok;
}

function isShell(name: string): name is Shell {
  return (SHELLS as readonly string[]).includes(name);
}

/** One per line, with what it means after a tab; `:files` stands for names of files. */
async function showWords(
  io: Io,
  table: readonly CommandSpec[],
  words: readonly string[],
  json: boolean | undefined,
): Promise<ExitCode> {
  const found = await complete(table, words, namesIn(findProject(io.cwd)));
  if (json) printJson(io, { words: found.words.map(([word]) => word), files: found.files });
  else for (const [word, about] of found.words) io.out(`${word}\t${about.split(/[.;:]/)[0] ?? ""}\n`);
  if (!json && found.files) io.out(":files\n");
  return EXIT.ok;
}

/** Of the newest run; where there is none, or it cannot be read, there are no names. */
function namesIn(project: Project): Names {
  const view = async () => {
    const status = await readStatus(project);
    return status.ok ? status.value.view : null;
  };
  return {
    tasks: async () => (await view())?.tasks.map(({ id }) => id) ?? [],
    questions: async () => (await view())?.questions.map(({ id }) => id) ?? [],
    runs: async () => (await listRuns(project)).map(({ id }) => id),
  };
}
