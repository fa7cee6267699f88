/** What `reeve up` needs from outside: processes of its own for projects and runs. A port; the composition root has the real one. */
import type { Project } from "../project/project.ts";
import type { ProjectChild } from "./serve-machine.ts";

export interface Services {
  /** This very program as the supervisor of one project; it ends when whoever started it is gone. */
  readonly startProject: (project: Project) => ProjectChild;
  /** This very program on a run, with a guardian, outliving whoever asked; what it exited with. */
  readonly workRun: (project: Project, run: string, dir: string, logFile: string) => Promise<number>;
}
