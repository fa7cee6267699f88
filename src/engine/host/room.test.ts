/** How many agents a machine has room for, and that a run waits for it and says so. */
import { describe, expect, it } from "vitest";
import type { HostFigures } from "../../domain/tree/host-room.ts";
import { given, type Scenario } from "../../testing/given.ts";
import { done } from "../../testing/outcomes.ts";
import { nextMove } from "../next-move.ts";
import { HOST_LIMITS, roomIn } from "./room.ts";

const PLENTY: HostFigures = {
  ...{ memoryMb: 16_000, loadPerCore: 0.5, diskMb: 50_000, processesLeft: 10_000 },
  ...{ elsewhere: 0, promisedMb: 0, agentMb: 400, here: 0 },
};
const room = (figures: Partial<HostFigures>, wanted = 8) => roomIn({ ...PLENTY, ...figures }, HOST_LIMITS, wanted);

describe("the room on a machine", () => {
  it("is no limit where there is plenty", () => {
    expect(room({})).toBeNull();
  });

  it("follows memory, less what stays free and what agents at work will still take", () => {
    expect(room({ memoryMb: 2_500 })).toMatchObject({ agents: 5, scarce: "memory" });
    expect(room({ memoryMb: 2_500, promisedMb: 800 })).toMatchObject({ agents: 3 });
    expect(room({ memoryMb: 1_700, here: 2 })).toMatchObject({ agents: 5 });
    expect(room({ memoryMb: 2_500, agentMb: 50 })).toBeNull();
  });

  it("lets nobody start on a busy or a full machine, and nobody follow who ends", () => {
    expect(room({ loadPerCore: 8, here: 3 })).toMatchObject({ agents: 2, scarce: "load" });
    expect(room({ diskMb: 100, here: 3 })).toMatchObject({ agents: 2, scarce: "disk" });
    expect(room({ processesLeft: 130, here: 3 })).toMatchObject({ agents: 4, scarce: "processes" });
  });

  it("is as large as the fleet is while the machine is busy: who ends is followed, and nobody is added", () => {
    expect(room({ loadPerCore: 3.9, here: 3 })).toBeNull();
    expect(room({ loadPerCore: 4, here: 3 })).toMatchObject({ agents: 3, scarce: "load" });
    expect(room({ loadPerCore: 7.9, here: 0 })).toMatchObject({ agents: 1 });
    expect(roomIn({ ...PLENTY, loadPerCore: 99 }, { ...HOST_LIMITS, loadPerCore: 0 }, 8)).toBeNull();
  });

  it("is one where nobody works at all, and none where others do", () => {
    expect(room({ memoryMb: 10 })).toMatchObject({ agents: 1 });
    expect(room({ memoryMb: 10, elsewhere: 2 })).toMatchObject({ agents: 0 });
  });
});

function observed(run: Scenario, figures: Partial<HostFigures>): Scenario {
  const here = run.state.attempts.live.size;
  return run.when({ type: "host_observed", room: room({ here, ...figures }, run.state.settings.maxParallel) });
}

describe("a fleet that the machine has no room for", () => {
  const tasks = ["a", "b", "c", "d"];

  it("waits, says for what, and proceeds when there is room", () => {
    const run = observed(given({ tasks, settings: { maxParallel: 1 } }), {});
    run.state.settings = { ...run.state.settings, maxParallel: 4 };
    observed(run, { memoryMb: 1_000 });
    expect(run.state.attempts.live.size).toBe(2);
    expect(nextMove(run.state, run.task("d"))).toMatchObject({ by: "host", room: { agents: 2, scarce: "memory" } });
    run.then();
    observed(run, { memoryMb: 100 });
    run.ends("a.1", done("a"));
    expect(run.state.attempts.live.size).toBe(1);
    observed(run, {});
    expect(run.state.attempts.live.size).toBe(3);
  });

  it("writes down only what has changed", () => {
    const run = observed(given({ tasks, settings: { maxParallel: 4 } }), { memoryMb: 100 }).quietly();
    expect(observed(run, { memoryMb: 100 }).then()).toEqual([]);
  });
});
