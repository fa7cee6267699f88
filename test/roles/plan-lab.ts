/** A project with a planner that is a shell script, for the commands around proposed plans. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { askPlanner } from "../../src/compose/ask-planner.ts";
import { approveCommand } from "../../src/views/cli/plan/approve.ts";
import { type PlanOptions, planCommand } from "../../src/views/cli/plan/plan.ts";
import { plansCommand } from "../../src/views/cli/plan/plans.ts";
import { gitIn } from "../repository.ts";
import { KEEPS, RoleLab } from "./role-lab.ts";

export const SPEC = "# A greeter\nIt says hello.\n";

/** Two tasks, the second after the first. */
export const GOOD = {
  title: "A greeter",
  tasks: [
    { id: "hello", title: "Say hello", prompt: "Write hello.txt.", files: ["hello.txt"], gates: ["test -f hello.txt"] },
    { id: "docs", prompt: "Describe hello.txt.", depends_on: ["hello"] },
  ],
  cross_cutting_concerns: ["Speak English."],
  validation: [{ severity: "info", message: "No tone is given." }],
};

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export class PlanLab extends RoleLab {
  /** `script` may use `answer N`, which prints the N-th of the answers. */
  constructor(script: string, answers: readonly unknown[] = [GOOD], more: Readonly<Record<string, string>> = {}) {
    super({ "spec.md": SPEC, "hello/README.md": "Hi\n", ...more });
    for (const [at, answer] of answers.entries())
      this.project.write(`.reeve/lab/${at + 1}.json`, JSON.stringify(answer));
    const agents = `agents: { sh: { adapter: command, command: [/bin/sh, ./planner.sh], env: { LAB: '${this.lab}' } } }\n`;
    this.project.write("reeve.yaml", `${more["reeve.yaml"] ?? ""}${agents}`);
    const mark = `export REEVE_TEST_ID=${this.project.id}`;
    this.project.write("planner.sh", `${mark}\nanswer() { cat "$LAB/$1.json"; }\n${KEEPS}\n${script}\n`);
  }

  /** From here on the project is a repository with everything committed. */
  commit(): (...args: string[]) => string {
    const git = (...args: string[]) => gitIn(this.project.dir, ...args);
    git("init", "--quiet", "--initial-branch=main");
    git("add", "--all");
    git("commit", "--quiet", "--message", "Begin");
    return git;
  }

  async plan(spec = "spec.md", options: PlanOptions = {}, folder = "."): Promise<Ran> {
    const { io, said } = this.terminal(join(this.project.dir, folder));
    return { code: await planCommand(io, { propose: askPlanner }, spec, options), ...said };
  }

  async approve(id?: string, options: Parameters<typeof approveCommand>[2] = {}): Promise<Ran> {
    const { io, said } = this.terminal();
    return { code: await approveCommand(io, id, options), ...said };
  }

  async plans(id?: string, options: Parameters<typeof plansCommand>[2] = {}): Promise<Ran> {
    const { io, said } = this.terminal();
    return { code: await plansCommand(io, id, options), ...said };
  }

  exists(path: string): boolean {
    return existsSync(join(this.project.dir, path));
  }
}
