/** events and logs: what happened and what was printed, now and as it comes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aShellProject, atWork, cleanUp, planOf, UNTIL_GO } from "./kit.ts";
import { BIN, type TestProject } from "./project.ts";
import { restingRun } from "./resting-run.ts";

/** Looking changes nothing, so all tests share it. */
let resting: TestProject;
beforeAll(() => {
  resting = restingRun();
});
afterAll(() => cleanUp(resting));

describe("reeve events", () => {
  it("tells all that happened, from a record on if asked, and as JSON with everything in it", () => {
    const project = resting;
    const { out } = project.reeve("events");
    expect(out.split("\n")[0]).toMatch(/^\d\d:\d\d:\d\d {2}Run r1 starts: A plan \(4 tasks\)$/);
    expect(out).toMatch(/good: is done/);
    expect(out).not.toContain("tree changed");
    expect(project.reeve("events", "--all").out).toContain("tree changed");
    const events = project.json<{ id: string; at: number; type: string }>("events");
    expect(events[0]).toMatchObject({ id: "1.0", type: "run_created" });
    const later = project.json<{ id: string }>("events", "--from", "3");
    expect(later).toEqual(events.filter(({ id }) => Number.parseInt(id, 10) >= 3));
    expect(project.reeve("events", "--from", "100000")).toMatchObject({ code: 0, out: "" });
  });

  it("--follow shows events as they come and ends quietly with Ctrl-C", async () => {
    const project = aShellProject(planOf("a"), { "*": UNTIL_GO });
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    const follower = project.start("events", "--follow");
    await follower.line(/a: attempt 1 starts/);
    project.write("go", "");
    await follower.line(/a: is done/);
    expect((await reeve.ended).code).toBe(0);
    await follower.line(/The run ended successfully/);
    follower.signal("SIGINT");
    expect(await follower.ended).toMatchObject({ code: 0, err: "" });
  });

  it("into a reader that has enough ends without a word", async () => {
    const project = resting;
    const options = { cwd: project.dir, env: project.env };
    const child = spawn("sh", ["-c", '"$0" "$1" events --all --json | head -1', process.execPath, BIN], options);
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    child.stderr.on("data", (chunk) => (err += chunk));
    await once(child, "close");
    expect(JSON.parse(out)).toMatchObject({ id: "1.0" });
    expect(err).toBe("");
  });
});

describe("reeve logs", () => {
  it("shows what the newest attempt printed, each stream where it belongs", () => {
    const project = resting;
    expect(project.reeve("logs", "good").out).toBe('all went well\n{"status":"done"}\n');
    expect(project.reeve("logs", "crashes")).toMatchObject({
      code: 0,
      out: "half of it\n",
      err: "the wheel came off\n",
    });
    expect(project.json("logs", "crashes", "--attempt", "1")).toEqual([
      { attempt: "crashes.1", stream: "out", text: "half of it" },
      { attempt: "crashes.1", stream: "err", text: "the wheel came off" },
    ]);
  });

  it("says so when there is no such task or attempt", () => {
    const project = resting;
    expect(project.reeve("logs", "nobody")).toMatchObject({ code: 2, err: expect.stringContaining("no task nobody") });
    expect(project.reeve("logs", "later").err).toContain("later was not started yet; `reeve why later`");
    expect(project.reeve("logs", "crashes", "--attempt", "9").err).toContain("crashes has attempts 1 to 2");
  });

  it("--follow goes on while the agent lives and ends with it", async () => {
    const project = aShellProject(planOf("a"), { a: `echo one; ${UNTIL_GO}; echo two` });
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "a");
    const follower = project.start("logs", "a", "--follow");
    await follower.line(/^one$/);
    project.write("go", "");
    expect((await follower.ended).out).toBe('one\n{"status":"done"}\ntwo');
    await reeve.ended;
  });
});
