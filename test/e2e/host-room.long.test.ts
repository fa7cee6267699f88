/** How many agents work at once by what the machine has left, with real agents and several projects. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../wait.ts";
import { aShellProject, atWork, eventsOf, ofType, planOf, UNTIL_GO } from "./kit.ts";

/** No machine has that much: one agent at a time. */
const NO_ROOM = "max_parallel: 3\npolicies: { host: { memory_mb: 999999999 } }\n";

describe("a fleet that would overload the machine", () => {
  it("works one at a time, says what it waits for, and comes to its end", async () => {
    const project = aShellProject(planOf("a", "b", "c"), { "*": UNTIL_GO }, NO_ROOM);
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    const { out } = project.reeve("why", "b");
    expect(out).toContain("waits for room on this machine, which has enough for 1 agent of this run:");
    expect(out).toMatch(/\d+ MB of memory are free, 999999999 MB of it stay so/);
    expect(project.reeve("status").out).toContain("room for 1 agent");
    expect(ofType(eventsOf(project), "attempt_started")).toHaveLength(1);
    project.write("go", "");
    expect((await reeve.ended).code).toBe(0);
  });

  it("waits for the agents of another project, and proceeds when they have ended", async () => {
    const one = aShellProject(planOf("a"), { "*": UNTIL_GO }, NO_ROOM);
    const two = aShellProject(planOf("a"), { "*": UNTIL_GO }, NO_ROOM);
    const env = { XDG_STATE_HOME: join(one.dir, "machine") };
    const first = one.with(env).start("run", "plan.yaml");
    await atWork(one, "a");
    const notes = join(env.XDG_STATE_HOME, "reeve", "agents");
    const told = () => readdirSync(notes).map((name) => JSON.parse(readFileSync(join(notes, name), "utf8")).agents);
    await until("the first run to have told the others", () => told().includes(1));
    const second = two.with(env).start("run", "plan.yaml");
    await second.line(/This machine has room for 0 agents of this run now/);
    expect(ofType(eventsOf(two), "attempt_started")).toEqual([]);
    one.write("go", "");
    two.write("go", "");
    expect((await first.ended).code).toBe(0);
    expect((await second.ended).code).toBe(0);
  });
});
