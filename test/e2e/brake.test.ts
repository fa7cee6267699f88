/** The brake with real agents: felt by all of them within two seconds, held over kill -9, released one task first. */
import { describe, expect, it } from "vitest";
import { until } from "../wait.ts";
import { allGone, aShellProject, atWork, DONE, eventsOf, ofType, planOf, UNTIL_GO } from "./kit.ts";

/** Hears no farewell: only a kill ends it. */
const STUBBORN = `trap '' TERM INT HUP; ${UNTIL_GO}`;
const GRACE = "policies: { worker: { restarts: 1, within_s: 3600, backoff: none, grace_s: 60 } }\n";

describe("reeve brake", () => {
  it("ends agents that want to go on within two seconds, and the run stands until it is released, one task first", async () => {
    const agent = { "*": `if [ -e released ]; then echo "$REEVE_TASK_ID" >> order; ${DONE}; else ${STUBBORN}; fi` };
    const project = aShellProject(planOf("a", "b", "c"), agent, GRACE);
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a", "b", "c");
    expect(project.reeve("brake", "the API is being migrated").out).toContain("The brake is pulled");
    const { code, out } = await reeve.ended;
    const events = eventsOf(project);
    const stopping = ofType(events, "run_stopping");
    expect(code).toBe(5);
    expect(out).toContain("a person pulled the brake: the API is being migrated");
    expect(stopping).toHaveLength(1);
    await allGone(project);
    // By the journal. The kill comes after 1.5 s; how long a busy machine takes to notice is not the brake's.
    const [begun, over] = project
      .json<{ readonly type: string; readonly at: number }>("events")
      .filter(({ type }) => type === "run_stopping" || type === "run_stopped")
      .map(({ at }) => new Date(at).getTime());
    expect((over ?? 0) - (begun ?? 0)).toBeGreaterThan(1_000);
    expect((over ?? 0) - (begun ?? 0)).toBeLessThan(20_000);
    expect(project.reeve("run").code).toBe(5);
    project.write("released", "");
    expect(project.reeve("release").out).toContain("release");
    expect(project.reeve("run").code).toBe(0);
    const after = eventsOf(project);
    const released = after.findIndex(({ type }) => type === "release_staged");
    const completed = after.findIndex(({ type }) => type === "release_completed");
    const between = ofType(after.slice(released, completed), "attempt_started");
    expect(between).toHaveLength(1);
    expect(project.reeve("release").code).toBe(2);
  });

  it("that is pulled while no Reeve is there is felt before anything starts", async () => {
    const project = aShellProject(planOf("a", "b"), { "*": UNTIL_GO });
    const reeve = project.start("run", "plan.yaml", "--max-parallel", "1");
    await atWork(project, "a");
    reeve.signal("SIGKILL");
    await reeve.ended;
    expect(project.reeve("brake", "wait").out).toContain("No Reeve is running r1");
    expect(project.reeve("run").code).toBe(5);
    expect(ofType(eventsOf(project), "attempt_started").map(({ attempt }) => attempt)).toEqual(["a.1"]);
    await until("the agent to be gone", () => project.leftovers().length === 0);
  });

  it("is pulled by itself where the disk is nearly full", () => {
    const project = aShellProject(planOf("a"), { a: UNTIL_GO }, "policies: { brake: { disk_mb: 999999999 } }\n");
    const { code, out } = project.reeve("run", "plan.yaml");
    expect(code).toBe(5);
    expect(out).toContain("this machine has little disk left");
  });
});
