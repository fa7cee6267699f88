/**
 * A fleet in the test's own process, with real agents and a real journal, but with a clock and a store that the test
 * has in its hands. Time passes a hundred times faster, so that a beat is fifty milliseconds and a minute is less than one second.
 */

import { hostname } from "node:os";
import type { DatabaseSync } from "node:sqlite";
import { vi } from "vitest";
import { agentAdapters } from "../../src/effects/agents/adapters/adapters.ts";
import { openProcessHost } from "../../src/effects/agents/host/process-host.ts";
import type { Event } from "../../src/engine/event.ts";
import { settingsOf } from "../../src/engine/settings.ts";
import { sqliteRuns } from "../../src/journal/sqlite/sqlite-store.ts";
import { realClock, type SystemTime } from "../../src/runtime/clock.ts";
import { createRun } from "../../src/runtime/create-run.ts";
import { Fleet } from "../../src/runtime/fleet.ts";
import type { FleetEnd } from "../../src/runtime/fleet-options.ts";
import { loadPlan } from "../../src/runtime/load.ts";
import { findProject, listRuns } from "../../src/runtime/project.ts";
import type { RunRecord } from "../../src/runtime/run-rules.ts";
import { sharedFolder } from "../../src/workshop.ts";
import { waitFor } from "./kit.ts";
import type { TestProject } from "./project.ts";

const SPEED = 100;

class FastTime implements SystemTime {
  /** What the wall clock shows beyond the true time; change it to set the clock. */
  wallOffsetMs = 0;
  readonly #begin = Date.now() - performance.now() * SPEED;

  readonly monotonicMs = (): number => performance.now() * SPEED;
  readonly wallMs = (): number => this.#begin + this.monotonicMs() + this.wallOffsetMs;
  readonly after = (delayMs: number, call: () => void): (() => void) => {
    const handle = setTimeout(call, delayMs / SPEED);
    return () => clearTimeout(handle);
  };
}

export class FleetLab {
  readonly time = new FastTime();
  readonly records: RunRecord[] = [];
  /** Of the fleet that works, for tests that make it fail. */
  database: DatabaseSync | null = null;
  readonly #project: TestProject;

  constructor(project: TestProject) {
    this.#project = project;
    // Agents are the children of this process: the project must know them as its own.
    vi.stubEnv("REEVE_TEST_ID", project.id);
  }

  /** Begins the plan, or goes on with the run, until nothing moves any more. */
  async work(): Promise<FleetEnd> {
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
    const fleet = new Fleet({
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
    return fleet.work().finally(lease.release);
  }

  get events(): Event[] {
    return this.records.flatMap(({ events }) => events);
  }

  async event(type: Event["type"]): Promise<void> {
    await waitFor(() => this.events.some((event) => event.type === type));
  }
}

const NO_GIT = { base: null, gates: [] };
