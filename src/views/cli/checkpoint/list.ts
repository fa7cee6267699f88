/** `reeve checkpoint list`: all checkpoints with their checks, and how each ended last. */
import { type ListedCheckpoint, listCheckpoints } from "../../../app/checkpoint/reports.ts";
import { findProject } from "../../../app/project/project.ts";
import { plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import type { SessionOptions } from "./session-options.ts";

export async function listCommand(io: Io, { json = false, session, checkpoints }: SessionOptions): Promise<ExitCode> {
  const listed = listCheckpoints(findProject(io.cwd), { cwd: io.cwd, session, checkpoints });
  if (!listed.ok) return refuse(io, json, listed.refusal);
  if (json) printJson(io, listed.value);
  else print(io, listed.value.checkpoints.flatMap(checkpointLines));
  return EXIT.ok;
}

function checkpointLines({ id, title, checks, last }: ListedCheckpoint): readonly string[] {
  const ended = last === null ? "not run yet" : `${last.verdict} with ${last.score} at ${last.at}`;
  return [
    `${id} (${plainText(title)}): ${ended}`,
    ...checks.map((check) => `  ${plainText(check.id)}: ${plainText(check.title)} (${check.group})`),
  ];
}
