/** What is looked at before a dispatch: the worker's host, the task store, and four rows about the task. Looks only; what it finds is data for the tick. */
import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { Config } from "../../../domain/spec/config.ts";
import { findProgram } from "../../../effects/agents/host/find-program.ts";
import type { Worker } from "../../../systems/epic/dispatch/workers.ts";
import type { Confirmed, ConfirmedRow, ConfirmWish } from "../../../systems/epic/tick/tick-types.ts";
import type { Project } from "../../project/project.ts";

export interface Surroundings {
  readonly project: Project;
  readonly config: Config;
  readonly workers: readonly Worker[];
  readonly storeFile: string;
  readonly env: NodeJS.ProcessEnv;
}

export function confirmDispatch(about: Surroundings, wish: ConfirmWish): Confirmed {
  const { item, project, next } = wish;
  return {
    rows: [
      workerHost(about, wish.worker),
      { name: "task store", ok: true, found: about.storeFile },
      { name: "task id", ok: true, found: item },
      sourceRepo(about, wish),
      { name: "project field", ok: project !== "", found: project === "" ? "the epic names no project" : project },
      {
        name: "next link",
        ok: next === null || next.isKnown,
        found: next === null ? "none: it is the last" : next.isKnown ? next.id : `${next.id} is not in the Work Items`,
      },
    ],
  };
}

/** The folder a project field means: the project itself by its name or `.`, or a folder in it. */
export function folderOf({ root }: Project, field: string): string {
  return field === "." || field === basename(root) ? root : resolve(root, field);
}

function workerHost({ config, workers, project, env }: Surroundings, name: string): ConfirmedRow {
  const worker = workers.find((each) => each.name === name);
  const agent = worker && config.agents[worker.agent];
  if (agent === undefined)
    return { name: "worker host", ok: false, found: `${name} is not in the registry of workers` };
  const [program] = agent.command;
  const isThere = program === undefined || findProgram(program, project.root, env["PATH"] ?? "").ok;
  return {
    name: "worker host",
    ok: isThere,
    found: isThere ? `${name} on this machine` : `the program of ${name} is not found`,
  };
}

/** Found from the files the item names: each is there, or its folder is. */
function sourceRepo({ project }: Surroundings, { project: field, files }: ConfirmWish): ConfirmedRow {
  const folder = folderOf(project, field);
  if (!existsSync(folder)) return { name: "source repo", ok: false, found: `${field} is no folder of this project` };
  const missing = files.filter(
    (file) => !existsSync(resolve(folder, file)) && !existsSync(dirname(resolve(folder, file))),
  );
  const isFound = files.length === 0 || missing.length < files.length;
  return { name: "source repo", ok: isFound, found: isFound ? field : `none of ${files.join(", ")} is in ${field}` };
}
