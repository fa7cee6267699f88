/** The merge queue pushes back: what cannot be verified and merged in time is not begun. */
import { describe, expect, it } from "vitest";
import { given, type Scenario } from "../../testing/given.ts";
import { CONFLICT, CRASH, done } from "../../testing/outcomes.ts";
import { nextMove } from "../next-move.ts";
import { NO_SETTINGS } from "../settings.ts";

const TASKS = ["a", "b", "c", "d", "e", "f"];
const GATES = TASKS.map((id) => ({ id, gates: [{ name: "test", run: "true", timeoutS: 1 }] }));

function run(waiting: number, maxParallel = 2): Scenario {
  const workspace = { ...NO_SETTINGS.workspace, waiting };
  return given({ tasks: GATES, isolated: true, settings: { maxParallel, workspace } });
}

const begun = (scenario: Scenario) => TASKS.filter((id) => scenario.task(id).attempts > 0);

describe("the merge queue", () => {
  it("lets nothing new begin while as many wait as may, and says so", () => {
    const scenario = run(2).ends("a.1", done("a")).ends("b.1", done("b"));
    expect(begun(scenario)).toEqual(["a", "b", "c"]);
    expect(nextMove(scenario.state, scenario.task("d"))).toEqual({
      by: "resource",
      resource: { of: "queue", waiting: 2 },
    });
  });

  it("lets the best of those that wait begin for each one that is merged", () => {
    const scenario = run(1).ends("a.1", done("a"));
    expect(begun(scenario)).toEqual(["a", "b"]);
    expect(begun(scenario.verified("a.1"))).toEqual(["a", "b"]);
    expect(begun(scenario.integrated("a.1"))).toEqual(["a", "b", "c"]);
  });

  it("gives the place of one that was skipped meanwhile to the next", () => {
    const scenario = run(1).ends("a.1", done("a"));
    scenario.when({ type: "skip", task: "c", because: "not needed", dependants: "go_on" });
    scenario.verified("a.1");
    expect(begun(scenario.integrated("a.1"))).toEqual(["a", "b", "d"]);
  });

  it("never holds up what was begun before: who crashes or is sent back starts", () => {
    const scenario = run(1, 1).ends("a.1", CRASH).ends("a.2", done("a")).verified("a.2");
    expect(begun(scenario)).toEqual(["a"]);
    scenario.integrated("a.2", CONFLICT);
    expect(scenario.task("a")).toMatchObject({ attempts: 3, status: "working" });
    expect(begun(scenario)).toEqual(["a"]);
  });

  it("has no limit in runs whose settings have none", () => {
    const scenario = given({ tasks: GATES, isolated: true, settings: { maxParallel: 2 } });
    for (const id of ["a", "b", "c", "d"]) scenario.ends(`${id}.1`, done(id));
    expect(begun(scenario)).toEqual(TASKS);
  });
});
