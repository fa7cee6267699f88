import { describe, expect, it } from "vitest";
import { MONITORS, type Monitor } from "../../domain/tree/monitor.ts";
import type { Input } from "../../engine/input.ts";
import { manualClock } from "../time/clock.ts";
import { Monitors, type MonitorWork } from "./monitors.ts";

describe("monitors", () => {
  it("look at once, and again when their time has passed since the last look ended", async () => {
    const { clock, monitors, looks } = lab();
    monitors.tend([{ monitor: "health", incarnation: 1 }]);
    await pass(clock, 0);
    expect(looks).toEqual(["health"]);
    await pass(clock, 999);
    expect(looks).toEqual(["health"]);
    await pass(clock, 1);
    expect(looks).toEqual(["health", "health"]);
  });

  it("that throw are reported once with the incarnation, and rest until the tree starts the next one", async () => {
    const { clock, monitors, looks, reported } = lab({
      health: () => {
        throw new Error("no process table");
      },
    });
    monitors.tend([{ monitor: "health", incarnation: 7 }]);
    await pass(clock, 60_000);
    expect(looks).toEqual(["health"]);
    expect(reported).toEqual([
      { type: "monitor_failed", monitor: "health", incarnation: 7, message: "no process table" },
    ]);
    monitors.tend([{ monitor: "health", incarnation: 8 }]);
    await pass(clock, 0);
    expect(looks).toEqual(["health", "health"]);
  });

  it("that do not come back within their bound have failed, and their late answer counts for nothing", async () => {
    const hung = Promise.withResolvers<void>();
    const { clock, monitors, reported, looks } = lab({ hygiene: () => hung.promise });
    monitors.tend([{ monitor: "hygiene", incarnation: 1 }]);
    await pass(clock, 5_000);
    expect(reported).toEqual([
      { type: "monitor_failed", monitor: "hygiene", incarnation: 1, message: "its look took longer than 5 s" },
    ]);
    hung.resolve();
    await pass(clock, 60_000);
    expect(looks).toEqual(["hygiene"]);
  });

  it("go on undisturbed when the same list is said twice, and end when they are no longer named", async () => {
    const { clock, monitors, looks } = lab();
    const alive = [{ monitor: "budget", incarnation: 3 }] as const;
    monitors.tend(alive);
    monitors.tend(alive);
    await pass(clock, 0);
    expect(looks).toEqual(["budget"]);
    monitors.tend([]);
    await pass(clock, 60_000);
    expect(looks).toEqual(["budget"]);
    expect(clock.nextTimerAt()).toBeNull();
  });
});

function lab(looking: Partial<Record<Monitor, () => Promise<void> | void>> = {}) {
  const clock = manualClock();
  const looks: Monitor[] = [];
  const reported: Input[] = [];
  const work = (monitor: Monitor): MonitorWork => ({
    everyMs: 1_000,
    boundMs: 5_000,
    look: () => {
      looks.push(monitor);
      return looking[monitor]?.();
    },
  });
  const works = Object.fromEntries(MONITORS.map((monitor) => [monitor, work(monitor)])) as Record<Monitor, MonitorWork>;
  const monitors = new Monitors({ clock, works, report: (input) => reported.push(input) });
  return { clock, monitors, looks, reported };
}

/** Time passes in small steps, and what was promised meanwhile comes true. */
async function pass(clock: ReturnType<typeof manualClock>, byMs: number): Promise<void> {
  const steps = Math.max(1, Math.ceil(byMs / 500));
  for (let step = 0; step < steps; step += 1) {
    clock.advance(byMs / steps);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  }
}
