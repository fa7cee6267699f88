/** One run with a fault in it: the project, its git, and every `reeve run` of it with how it ended. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Event } from "../../src/engine/event.ts";
import type { Ran, RunningReeve, TestProject } from "../e2e/project.ts";
import { gitIn } from "../repository.ts";
import { until } from "../wait.ts";

export type Told = Event & { readonly id: string; readonly at: number; readonly due?: number };

export class Scene {
  readonly project: TestProject;
  readonly exits: (number | null)[] = [];
  /** What is done when it is over, however it went. */
  readonly over: (() => void)[] = [];
  /** What was said on the error stream, last. */
  err = "";

  constructor(project: TestProject) {
    this.project = project;
  }

  readonly git = (...args: string[]): string => gitIn(this.project.dir, ...args);

  start(...args: string[]): RunningReeve {
    return this.project.start("run", ...args);
  }

  /** Works until it ends by itself. */
  async run(...args: string[]): Promise<Ran> {
    return await this.ends(this.start(...args));
  }

  async ends(reeve: RunningReeve): Promise<Ran> {
    const ran = await reeve.ended;
    this.exits.push(ran.code);
    this.err = ran.err;
    return ran;
  }

  /** Until the agents have made this file in the project. */
  async sign(name: string): Promise<void> {
    await until(`the sign ${name}`, () => existsSync(join(this.project.dir, name)));
  }

  events(): Told[] {
    return this.project.json<Told>("events", "--all");
  }
}
