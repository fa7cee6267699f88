/** The brake with real agents: felt by all of them within two seconds, held over kill -9, released one task first. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { until } from "../wait.ts";
import { allGone, aShellProject, atWork, DONE, eventsOf, ofType, planOf, UNTIL_GO } from "./kit.ts";
import type { TestProject } from "./project.ts";

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

/** Held by a signal, as the process table says. */
function isHeld(project: TestProject, task: string): boolean {
  const pid = readFileSync(join(project.dir, `pid-${task}`), "utf8").trim();
  return /\) [Tt] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
}

describe("a brake that pauses", () => {
  const PAUSES = "policies: { brake: { agents: pause } }\n";
  const agent = { "*": `echo $$ > pid-$REEVE_TASK_ID; ${UNTIL_GO}` };

  it.runIf(process.platform === "linux")(
    "holds agents where they are, also over kill -9 of Reeve, and a release lets one go first",
    async () => {
      const project = aShellProject(planOf("a", "b"), agent, PAUSES);
      const reeve = project.start("run", "plan.yaml");
      await atWork(project, "a", "b");
      project.reeve("brake", "look at this");
      await until("both agents to be held", () => isHeld(project, "a") && isHeld(project, "b"));
      reeve.signal("SIGKILL");
      await reeve.ended;
      expect(isHeld(project, "a")).toBe(true);
      const next = project.start("run");
      await until("a Reeve to be there", () => project.json<{ by: unknown }>("status").some(({ by }) => by !== null));
      expect([isHeld(project, "a"), isHeld(project, "b")]).toEqual([true, true]);
      expect(project.json("questions")).toMatchObject([{ kind: "halt", severity: "critical" }]);
      project.reeve("release");
      await until("one agent to be let go", () => !isHeld(project, "a") || !isHeld(project, "b"));
      expect([isHeld(project, "a"), isHeld(project, "b")].filter((held) => held)).toHaveLength(1);
      project.write("go", "");
      expect((await next.ended).code).toBe(0);
      const started = ofType(eventsOf(project), "attempt_started").map(({ attempt }) => attempt);
      expect(started.toSorted()).toEqual(["a.1", "b.1"]);
    },
  );
});

describe("reeve brake --all", () => {
  it("reaches every project of this machine, lets none begin, and is released for all by one word", async () => {
    const one = aShellProject(planOf("a"), { "*": UNTIL_GO });
    const two = aShellProject(planOf("a"), { "*": UNTIL_GO });
    const env = { XDG_STATE_HOME: join(one.dir, "machine") };
    one.with(env);
    two.with(env);
    const runs = [one, two].map((project) => project.start("run", "plan.yaml"));
    await Promise.all([one, two].map((project) => atWork(project, "a")));
    const { out } = one.reeve("brake", "--all", "the office is on fire");
    expect(out).toContain("The brake of this machine is pulled");
    expect(out).toContain("2 open runs on this machine.");
    for (const run of runs) expect((await run.ended).code).toBe(5);
    const refused = two.reeve("run", "plan.yaml", "--new");
    expect(refused.code).toBe(5);
    expect(refused.err).toContain(
      "(the office is on fire): no run begins or resumes. `reeve release --all` releases it.",
    );
    expect(two.reeve("release", "--all").out).toContain("The brake of this machine is released");
    for (const project of [one, two]) {
      project.write("go", "");
      expect(project.reeve("run").code).toBe(0);
    }
  });
});
