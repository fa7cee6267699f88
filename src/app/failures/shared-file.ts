/** The failure history that projects share, where it is asked for: its place, or why there is none. */
import { loadConfig } from "../project/load.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { historyFile } from "./shared-history.ts";

/** Undefined, where only this project is asked for. */
export function sharedFile(project: Project, isWanted: boolean): Reply<string | undefined> {
  if (!isWanted) return granted(undefined);
  const config = loadConfig(project);
  if (!config.ok)
    return refused({ what: "mistakes", mistakes: config.mistakes, warnings: config.warnings, kept: "failures" });
  if (config.value.paths.failures === undefined) return refused({ what: "history_not_shared" });
  return granted(historyFile(project, config.value));
}
