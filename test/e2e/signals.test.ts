/** Ctrl-C and its like: asked, insisted, left. Nothing of it loses work. */
import { describe, expect, it } from "vitest";
import { allGone, aShellProject, atWork, eventsOf, ofType, planOf, UNTIL_GO } from "./kit.ts";

/** Does not end when asked, only when `go` is there. */
const DEAF = `trap '' TERM; ${UNTIL_GO}`;
const LONG_GRACE = "policies: { worker: { grace_s: 600 } }\n";

describe.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s", (signal) => {
  it("asks the agents to end, leaves with 4, and the run goes on later", async () => {
    const project = aShellProject(planOf("a", "b"), {
      a: `trap 'echo bye > bye; exit 0' TERM; ${UNTIL_GO}`,
      "*": UNTIL_GO,
    });
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a", "b");
    reeve.signal(signal);
    const { code, out, err } = await reeve.ended;
    expect(code).toBe(4);
    expect(err).toBe(
      "Stopping: agents are asked to end and get their grace period. Press Ctrl-C again to end them at once.\n",
    );
    expect(out).toContain("The run is stopped; `reeve run` resumes it");
    expect(project.read("bye")).toBe("bye\n");
    await allGone(project);
    const ends = ofType(eventsOf(project), "attempt_ended").map(({ outcome }) => outcome.type);
    expect(ends).toEqual(["stopped", "stopped"]);
    project.write("go", "");
    expect(project.reeve("run").code).toBe(0);
    expect(project.json("status")).toMatchObject([{ restarts: 0, counts: { done: 2 } }]);
  });
});

describe("an agent that does not end when asked", () => {
  it("is killed after its grace", async () => {
    const project = aShellProject(planOf("a"), { "*": DEAF }, "policies: { worker: { grace_s: 0.3 } }\n");
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    reeve.signal("SIGTERM");
    expect((await reeve.ended).code).toBe(4);
  });

  it("is ended at once by a second Ctrl-C", async () => {
    const project = aShellProject(planOf("a"), { "*": DEAF }, LONG_GRACE);
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    reeve.signal("SIGINT");
    await reeve.line(/a: is being stopped/);
    reeve.signal("SIGINT");
    const { code, err } = await reeve.ended;
    expect(code).toBe(4);
    expect(err).toContain("Ending all agents now.");
    expect(project.json("status")).toMatchObject([{ run: { phase: "stopped" }, running: [] }]);
  });

  it("keeps its grace when the terminal hangs up and a shell passes that on as well", async () => {
    const project = aShellProject(planOf("a"), { "*": DEAF }, LONG_GRACE);
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    reeve.signal("SIGHUP");
    await reeve.line(/a: is being stopped/);
    reeve.signal("SIGHUP");
    project.write("go", "");
    const { code, err } = await reeve.ended;
    expect(code).toBe(4);
    expect(err).not.toContain("Ending all agents now.");
  });

  it("does not hold Reeve at the third, and the next one finds it", async () => {
    const project = aShellProject(planOf("a"), { "*": DEAF }, LONG_GRACE);
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    reeve.signal("SIGINT");
    await reeve.line(/a: is being stopped/);
    // Two in one breath: Reeve leaves before the agent can be gone.
    reeve.signal("SIGINT");
    reeve.signal("SIGTERM");
    expect((await reeve.ended).code).toBe(4);
    project.write("go", "");
    const next = project.reeve("run");
    expect(next.code).toBe(0);
    expect(project.json("status")).toMatchObject([{ counts: { done: 1 } }]);
  });
});

describe("a signal in the moment of taking over", () => {
  it("reaches the agents of the Reeve before", async () => {
    const project = aShellProject(planOf("a"), { "*": UNTIL_GO });
    const first = project.start("run", "plan.yaml");
    await atWork(project, "a");
    first.signal("SIGKILL");
    await first.ended;
    const second = project.start("run");
    await second.line(/r1 resumes/);
    second.signal("SIGINT");
    expect((await second.ended).code).toBe(4);
    await allGone(project);
    expect(project.json("status")).toMatchObject([{ run: { phase: "stopped" }, running: [], attempts: 1 }]);
  });
});
