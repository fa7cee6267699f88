/** Clocks that jump and stores that fail, under a fleet with real agents. */
import { describe, expect, it } from "vitest";
import { FleetLab } from "./fleet-lab.ts";
import { aShellProject, atWork, DONE, ofType, planOf, QUICK, UNTIL_GO } from "./kit.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Long enough for the fleet to look at the clock. */
const BEAT_MS = 5_000;
const limited = (minutes: number) => `id: a, budget: { minutes: ${minutes} }`;

describe("the clock", () => {
  it("(as it runs here) does stop an agent that takes longer than its limit", async () => {
    const agent = `if [ -e here-a ]; then ${DONE}; else ${UNTIL_GO}; fi`;
    const project = aShellProject(planOf(limited(1)), { "*": agent }, QUICK);
    const lab = new FleetLab(project);
    const end = lab.work();
    await atWork(project, "a");
    await lab.event("attempt_up");
    lab.time.pass(MINUTE_MS);
    expect((await end).type).toBe("ended");
    expect(ofType(lab.events, "attempt_ended")[0]).toMatchObject({ outcome: { failure: { class: "timeout" } } });
  });

  it("jumps ahead by eight hours while the machine sleeps, and nobody is late", async () => {
    const project = aShellProject(planOf(limited(60)), { "*": UNTIL_GO });
    const lab = new FleetLab(project);
    const end = lab.work();
    await atWork(project, "a");
    lab.time.wallOffsetMs += 8 * HOUR_MS;
    lab.time.pass(BEAT_MS);
    await lab.event("clock_jumped");
    project.write("go", "");
    expect(await end).toMatchObject({ type: "ended", state: { run: { verdict: "done" } } });
    const [jump] = ofType(lab.events, "clock_jumped");
    expect(jump?.byMs).toBeGreaterThan(7.9 * HOUR_MS);
    expect(ofType(lab.events, "attempt_stopping")).toEqual([]);
    expect(ofType(lab.events, "attempt_started").length).toBe(1);
  });

  it("set back by hours does not go back in the journal, and restarts come all the same", async () => {
    const agent = `if [ -e here-a ]; then ${DONE}; else echo here > here-a; exit 1; fi`;
    const backoff = "policies: { worker: { backoff: 30 } }\n";
    const lab = new FleetLab(aShellProject(planOf("a"), { "*": agent }, backoff));
    const end = lab.work();
    await lab.event("restart_scheduled");
    lab.time.wallOffsetMs -= 3 * HOUR_MS;
    lab.time.pass(MINUTE_MS);
    expect((await end).type).toBe("ended");
    expect(isSorted(lab.records.map(({ at }) => at))).toBe(true);
  });

  it("that was set back before a run is opened again begins where the journal ends", async () => {
    const project = aShellProject(planOf("a"), { a: `if [ -e go ]; then ${DONE}; else exit 1; fi` }, ONE_TRY);
    const lab = new FleetLab(project);
    expect((await lab.work()).type).toBe("needs_person");
    lab.time.wallOffsetMs -= 24 * HOUR_MS;
    project.write("go", "");
    project.reeve("answer", "q1", "try");
    expect((await lab.work()).type).toBe("ended");
    expect(isSorted(lab.records.map(({ at }) => at))).toBe(true);
  });
});

/** More than fits into what is left of a page. */
const LONG_RESULT = `printf '{"status":"done","decisions":["%s"]}' "$(head -c 20000 /dev/zero | tr '\\0' x)"`;
const ONE_TRY = "policies: { worker: { restarts: 0, backoff: none } }\n";

describe.each([
  ["disk_full", "PRAGMA max_page_count = 1"], // no less than it has; every page more is one too many
  ["read_only", "PRAGMA query_only = ON"],
])("a journal that becomes %s under a running agent", (kind, spoil) => {
  it("ends the fleet, undoes the step, and the next fleet takes the agent's end, once", async () => {
    const project = aShellProject(planOf("a", "b"), { a: `${UNTIL_GO}; echo ran >> ran; ${LONG_RESULT}`, "*": DONE });
    const lab = new FleetLab(project);
    const first = lab.work();
    await atWork(project, "a");
    await lab.event("task_done");
    lab.database?.exec(spoil);
    project.write("go", "");
    expect(await first).toMatchObject({ type: "journal", error: { kind } });
    expect(ofType(lab.events, "attempt_ended").map(({ task }) => task)).toEqual(["b"]);
    expect(await lab.work()).toMatchObject({ type: "ended", state: { run: { verdict: "done" } } });
    expect(ofType(lab.events, "attempt_started").length).toBe(2);
    expect(project.read("ran")).toBe("ran\n");
  });
});

function isSorted(times: readonly number[]): boolean {
  return times.every((at, i) => i === 0 || at >= (times[i - 1] ?? 0));
}
