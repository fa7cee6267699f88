/** The failure history that projects share, where a command asks for it: its place, or the sentence why there is none. */
import { loadConfig } from "../project/load.ts";
import type { Project } from "../project/project.ts";
import { historyFile } from "./shared-history.ts";

export type SharedFile = { readonly file?: string } | { readonly sentence: string };

/** Nothing, where only this project is asked for. */
export function sharedFile(project: Project, wanted: boolean | undefined): SharedFile {
  if (!wanted) return {};
  const config = loadConfig(project);
  if (!config.ok) return { sentence: "reeve.yaml has mistakes; `reeve check` names them." };
  if (config.value.paths.failures === undefined)
    return {
      sentence:
        "This project shares no failure history. Name the file in reeve.yaml: paths: { failures: ~/.local/share/reeve/failures.jsonl }",
    };
  return { file: historyFile(project, config.value) };
}
