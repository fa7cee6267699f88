/**
 * A fleet in the test's own process, with real agents and a real journal, but with a clock and a store that the test
 * has in its hands. Time stands still until the test lets it pass, so no agent is ever late because the machine is busy.
 */

import { hostname } from "node:os";
import type { DatabaseSync } from "node:sqlite";
import { vi } from "vitest";
import { loadPlan } from "../../src/app/project/load.ts";
import { findProject, listRuns } from "../../src/app/project/project.ts";
import { createRun } from "../../src/app/run/create-run.ts";
import { sharedFolder } from "../../src/compose/open-workshop.ts";
import { agentAdapters } from "../../src/effects/agents/adapters/adapters.ts";
import { openProcessHost } from "../../src/effects/agents/host/process-host.ts";
import type { Event } from "../../src/engine/event.ts";
import type { Answer, Input } from "../../src/engine/input.ts";
import { settingsOf } from "../../src/engine/settings.ts";
import { sqliteRuns } from "../../src/journal/sqlite/sqlite-store.ts";
import type { RunWorkEnd } from "../../src/runtime/run/run-options.ts";
import type { RunRecord } from "../../src/runtime/run/run-rules.ts";
import { type RunRunner, runnerOf } from "../../src/runtime/run/run-system.ts";
import { realClock, type SystemTime } from "../../src/runtime/time/clock.ts";
import { until } from "../wait.ts";
import type { TestProject } from "./project.ts";

class TimeByHand implements SystemTime {
  /** What the wall clock shows beyond the true time; change it to set the clock. */
  wallOffsetMs = 0;
  #passedMs = 0;
  readonly #begin = Date.now();
  readonly #timers = new Set<{ readonly atMs: number; readonly call: () => void }>();

  readonly monotonicMs = (): number => this.#passedMs;
  readonly wallMs = (): number => this.#begin + this.#passedMs + this.wallOffsetMs;
  readonly after = (delayMs: number, call: () => void): (() => void) => {
    const timer = { atMs: this.#passedMs + delayMs, call };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };

  /** What is due on the way happens at its time, in its order. */
  pass(ms: number): void {
    const endMs = this.#passedMs + ms;
    for (let next = this.#nextBy(endMs); next !== undefined; next = this.#nextBy(endMs)) {
      this.#timers.delete(next);
      this.#passedMs = next.atMs;
      next.call();
    }
    this.#passedMs = endMs;
  }

  #nextBy(endMs: number) {
    return [...this.#timers].filter(({ atMs }) => atMs <= endMs).toSorted((a, b) => a.atMs - b.atMs)[0];
  }
}

export class FleetLab {
  readonly time = new TimeByHand();
  readonly records: RunRecord[] = [];
  /** Of the fleet that works, for tests that make it fail. */
  database: DatabaseSync | null = null;
  readonly #project: TestProject;
  #runner: RunRunner | null = null;

  constructor(project: TestProject) {
    this.#project = project;
    // Agents are the children of this process: the project must know them as its own.
    vi.stubEnv("REEVE_TEST_ID", project.id);
  }

  /** Begins the plan, or goes on with the run, until nothing moves any more. */
  async work(): Promise<RunWorkEnd> {
    const { dir } = this.#project;
    const project = findProject(dir);
    const loaded = loadPlan(project, "plan.yaml", dir);
    if (!loaded.ok) throw new Error("the plan of this test has a mistake");
    const { config } = loaded.value;
    const settings = settingsOf(config);
    const clock = realClock(this.time);
    const place =
      (await listRuns(project)).at(-1) ?? (await createRun(project, loaded.value, settings, NO_GIT, () => clock.now()));
    const runs = sqliteRuns(project.stateDir, {
      onOpen: (database) => {
        this.database = database;
      },
    });
    const lease = await runs.lease(place.id);
    if ("heldBy" in lease) throw new Error("somebody has the run of this test");
    const runner = runnerOf({
      runs,
      lease,
      place,
      project: dir,
      openWorkshop: async () => sharedFolder(dir, place, config),
      verifyParallel: 1,
      settings,
      failureRules: [],
      configs: config.agents,
      identity: { host: hostname(), bootId: "boot", pid: process.pid, version: "test" },
      openHost: (listener) =>
        openProcessHost({ runDir: place.dir, adapters: agentAdapters, orphanMinutes: 60, listener }),
      clock,
      dice: () => 0.5,
      wait: false,
      onRecord: (record) => this.records.push(record),
    });
    this.#runner = runner;
    return runner.work().finally(lease.release);
  }

  /** Something that happens to the fleet at work. */
  async happens(input: Input): Promise<Answer> {
    if (this.#runner === null) throw new Error("no fleet works");
    return await this.#runner.order(input);
  }

  get events(): Event[] {
    return this.records.flatMap(({ events }) => events);
  }

  /** Until so many of it were told. */
  async event(type: Event["type"], count = 1): Promise<void> {
    const told = () => this.events.map((event) => event.type);
    await until(`${count} × ${type}`, () => told().filter((each) => each === type).length >= count, told);
  }
}

const NO_GIT = { base: null, gates: [] };
