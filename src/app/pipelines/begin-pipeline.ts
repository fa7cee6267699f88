/** Makes the session of a pipeline, once: its folder, the request, the plan that is then worked like any other. Never overwrites. */
import { existsSync, readFileSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { writeWholeSync } from "../../effects/files/write-whole.ts";
import { ignoreByGit, type Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { type Pipeline, pipelinePlan } from "./pipeline-plan.ts";
import { keepWisdom } from "./wisdom.ts";

export interface BeginPipeline {
  readonly cwd: string;
  readonly pipeline: Pipeline;
  /** The file that says what is wanted. */
  readonly request: string | undefined;
  readonly session: string | undefined;
  readonly supervision: boolean;
  readonly program: readonly string[];
  readonly now: number;
}

export interface BegunPipeline {
  readonly session: string;
  /** Absolute. */
  readonly plan: string;
  readonly isNew: boolean;
}

export function beginPipeline(project: Project, wish: BeginPipeline): Reply<BegunPipeline> {
  if (wish.request === undefined) return refused({ what: "spec_unreadable", file: "the request", code: "ENOENT" });
  const file = resolve(wish.cwd, wish.request);
  const name = basename(file, extname(file));
  const session = wish.session ? resolve(wish.cwd, wish.session) : join(project.stateDir, "sessions", name);
  const plan = join(session, "pipeline.yaml");
  if (existsSync(plan)) return granted({ session, plan, isNew: false });
  let request: string;
  try {
    request = readFileSync(file, "utf8");
  } catch (error) {
    const { code = "EIO" } = error as NodeJS.ErrnoException;
    return refused({ what: "spec_unreadable", file: wish.request, code });
  }
  if (request.trim() === "") return refused({ what: "spec_empty", file: wish.request });
  makeFolderSync(join(session, "artifacts"));
  if (!wish.session) ignoreByGit(project.stateDir);
  for (const kind of ["learnings", "decisions", "conventions", "issues"] as const)
    keepWisdom(session, kind, "request", [], wish.now);
  if (!existsSync(join(session, "request.md"))) writeWholeSync(join(session, "request.md"), request);
  const title = (request.split("\n").find((line) => line.trim() !== "") ?? name).replace(/^#+\s*/, "").slice(0, 80);
  const { pipeline, supervision, program } = wish;
  writeWholeSync(plan, pipelinePlan({ pipeline, title, session, supervision, command: program.join(" ") }));
  return granted({ session, plan, isNew: true });
}
