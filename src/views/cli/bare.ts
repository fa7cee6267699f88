/** Nothing but `reeve`: how the newest run stands, where there is one. */
import { findRun } from "../../app/project/open-run.ts";
import { findProject } from "../../app/project/project.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { statusCommand } from "./look/status.ts";

/** Null: there is none, so that help is of more use. */
export async function bareCommand(io: Io): Promise<ExitCode | null> {
  const newest = await findRun(findProject(io.cwd), undefined);
  return newest.ok || newest.refusal.what !== "no_run" ? statusCommand(io, {}) : null;
}
