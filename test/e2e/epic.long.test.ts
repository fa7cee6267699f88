/** An epic worked by the real command: one decision at a time, all state in one Markdown file. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn } from "../repository.ts";
import { until } from "../wait.ts";
import { anEpic, bodyOf, EPIC, forget, queuedRow, workersEnded } from "./epic-project.ts";
import { aProject } from "./kit.ts";
import { BIN, type TestProject } from "./project.ts";

const decisions = (project: TestProject) => bodyOf(project).patterns.map((row) => `${row.decision} ${row.class}`);

describe("reeve tick", () => {
  it("works an epic to the person's review; deleting everything else between ticks changes no decision", async () => {
    const told: (readonly string[])[] = [];
    for (const isForgetful of [false, true]) {
      const project = anEpic({ items: [queuedRow("a"), queuedRow("b", "deps=a")] });
      for (let tick = 0; tick < 10 && bodyOf(project).status !== "ready_for_user_review"; tick += 1) {
        expect(project.reeve("tick", EPIC).code).toBe(0);
        await workersEnded(project);
        if (isForgetful) forget(project);
      }
      const body = bodyOf(project);
      expect(body.status).toBe("ready_for_user_review");
      expect(body.items.map(({ surface }) => surface)).toEqual([
        expect.stringMatching(/^branch reeve\/r\d+\/integration/),
        expect.stringMatching(/^branch reeve\/r\d+\/integration/),
      ]);
      expect(body.persons).toContain("Mine.");
      // What b depends on is where b began.
      const branch = body.items[1]?.fields.branch ?? "";
      expect(gitIn(project.dir, "ls-tree", "--name-only", branch)).toContain("a.txt");
      expect(project.read(EPIC)).not.toContain(project.dir);
      told.push(decisions(project));
      expect(project.reeve("tick", "shop").code).toBe(9);
    }
    expect(told[1]).toEqual(told[0]);
  });

  it("says what is wrong with its line, and writes nothing; no epic is a usage error; a dry run only says", () => {
    const project = anEpic({ items: ["| 1 | a | queued |\n"] });
    const before = project.read(EPIC);
    expect(project.reeve("tick", EPIC)).toMatchObject({
      code: 10,
      err: expect.stringContaining("shop.md:18:1 Work Items: a row has 3 cells"),
    });
    expect(project.reeve("tick").code).toBe(2);
    expect(project.reeve("tick", "nope")).toMatchObject({
      code: 2,
      err: expect.stringContaining("There is no epic nope here"),
    });
    expect(project.read(EPIC)).toBe(before);
    const whole = anEpic({ items: [queuedRow("a")] });
    const untouched = whole.read(EPIC);
    expect(whole.reeve("tick", EPIC, "--dry-run")).toMatchObject({
      code: 0,
      out: "Would decide: a is dispatched to sh.\n",
    });
    expect(whole.read(EPIC)).toBe(untouched);
  });

  it("asks a configured agent, leaves while another tick asks, and a killed one leaves the old body", async () => {
    const pauli = `cat > asked.txt; touch .reeve/here; until [ -e .reeve/go ]; do sleep 0.02; done; echo '{"action":"halt","status":"blocked","reason":"the licence has to be bought"}'`;
    const settings = "epic: { pauli: { agent: pauli } }\n";
    const project = anEpic({
      items: [queuedRow("a")],
      settings,
      files: { "pauli.sh": pauli, ".gitignore": "asked.txt\n" },
    });
    project.write(
      "reeve.yaml",
      project
        .read("reeve.yaml")
        .replace("agents: {", "agents: { pauli: { adapter: command, command: [/bin/sh, ./pauli.sh] },"),
    );
    const before = project.read(EPIC);
    const first = project.start("tick", EPIC);
    const here = join(project.dir, ".reeve/here");
    await until("pauli to be asked", () => existsSync(here));
    expect(project.read("asked.txt")).toContain('{"epic":"shop","role":"preflight"}');
    expect(project.reeve("tick", EPIC).code).toBe(7);
    first.child.kill("SIGKILL");
    await first.ended;
    expect(project.read(EPIC)).toBe(before);
    project.write(".reeve/go", "");
    expect(project.reeve("tick", EPIC)).toMatchObject({
      code: 5,
      out: "The epic halts: the licence has to be bought\n",
    });
    expect(bodyOf(project).status).toBe("blocked");
  });

  it("a worker that was killed is started again, and its item is dispatched once", async () => {
    const project = anEpic({
      items: [queuedRow("a")],
      agent:
        'until [ -e "$REEVE_PROJECT/go" ] || [ -e ../../../../../go ] || [ -e "$GO" ]; do sleep 0.02; done; echo x > a.txt; git add -A; git commit -qm work',
    });
    project.with({ GO: join(project.dir, "go") });
    project.reeve("tick", EPIC);
    const dispatch = bodyOf(project).items[0]?.fields.dispatch ?? "";
    const holder = join(project.dir, ".reeve/epic/work", dispatch, "holder.json");
    await until("the worker to work", () => existsSync(holder) && existsSync(join(project.dir, ".reeve/epic/runs/r1")));
    process.kill(JSON.parse(readFileSync(holder, "utf8")).pid, "SIGKILL");
    project.write("go", "");
    await workersEnded(project);
    expect(bodyOf(project).items[0]).toMatchObject({ fields: { exit: "0", dispatch } });
    expect(decisions(project)).toEqual(["dispatch a to sh dispatch_ok"]);
  });

  it("2 opens the body and no file of the work", () => {
    if (spawnSync("strace", ["-V"]).status !== 0) return;
    const project = anEpic({
      items: [queuedRow("a", "file=task-a.md; files=src/secret.ts")],
      files: { "epics/task-a.md": "# a\n", "src/secret.ts": "x\n" },
    });
    const trace = join(project.dir, ".reeve-trace");
    spawnSync(
      "strace",
      ["-f", "-e", "trace=open,openat", "-o", trace, process.execPath, BIN, "tick", EPIC, "--dry-run"],
      { cwd: project.dir, env: project.env },
    );
    const opened = readFileSync(trace, "utf8")
      .split("\n")
      .filter((line) => /secret\.ts|task-a\.md|\.git\/(?:objects|index)/.test(line));
    expect(readFileSync(trace, "utf8")).toContain("shop.md");
    expect(opened).toEqual([]);
  });
});

describe("around it", () => {
  it("run EPIC.md works the same file until only a person can help; status and questions tell of it", () => {
    const project = anEpic({ items: [queuedRow("a"), queuedRow("b")] });
    expect(project.reeve("run", EPIC).code).toBe(0);
    expect(bodyOf(project).status).toBe("ready_for_user_review");
    expect(project.reeve("status").out).toContain(`Epic ${EPIC}: Shop — ready_for_user_review`);
    expect(project.reeve("questions").out).toContain("ready_for_user_review");
    expect(project.reeve("why", "a").out).toMatch(/a is ready_for_user_review\n.*a is dispatched to sh/);
    expect(project.reeve("why").out).toContain("Shop — ready_for_user_review");
  });

  it("14 hooks drain the queue, queue stale items again, mark what was merged", () => {
    const stale = "| 1 | a | A | in_progress | sh |  | 2020-01-01T00:00:00Z | dispatch=d |\n";
    const open =
      "| 2 | b | B | in_progress | sh | pr/2 | 2020-01-01T00:00:00Z | dispatch=d; branch=reeve/r7/integration |\n";
    const project = anEpic({ items: [stale, open], status: "in_progress" });
    const atWork = anEpic({ items: [stale.replace("2020", "2099")], status: "in_progress" });
    expect(atWork.reeve("hook", "queue-drain").code).toBe(3);
    const before = project.read(EPIC);
    expect(project.reeve("hook", "stale-check").out).toMatch(/a is idle for \d+/);
    expect(project.read(EPIC)).toBe(before);
    project.reeve("hook", "stale-check", "--apply");
    expect(bodyOf(project).items.map(({ status }) => status)).toEqual(["queued", "in_progress"]);
    expect(project.reeve("hook", "pr-merge", "reeve/r7/integration").code).toBe(0);
    expect(project.reeve("hook", "pr-merge", "elsewhere").code).toBe(9);
    expect(bodyOf(project).items.map(({ status }) => status)).toEqual(["queued", "done"]);
    expect(project.reeve("hook", "queue-drain", "--dry-run").code).toBe(0);
  });

  it("17 import takes in items and statuses of other tools, and changes no byte of theirs", () => {
    const readme =
      "# Epic 3: Names 🦊\r\n\r\n- [ ] **NEW**: Draw it\r\n- [ ] task-9: Add C# support\r\n  - [ ] detail\r\n- [x] task-12: Old\r\n";
    const task =
      "---\nid: task-9\ntitle: Add C# support\nstatus: To Do\ndependencies: [task-12]\n---\n\n## Acceptance Criteria\n\n- [ ] parses\n";
    const project = aProject({
      "epic-3/README.md": readme,
      "epic-3/task-9 - Add-C#.md": task,
      "s.yaml":
        "development_status:\n  epic-1: done\n  1-1-a: backlog\n  1-2-b: ready-for-dev\n  1-3-c: in-progress\n  1-4-d: optional\n  1-5-e: dun\n",
    });
    expect(project.reeve("epic", "import", "epic-3/README.md").out).toContain("3 items (2 inbox, 1 done)");
    expect(project.read("epic-3/README.md").slice(project.read("epic-3/README.md").indexOf("# Epic"))).toMatch(
      new RegExp(`^${readme.replace(/[[\]*.+?^$(){}|]/g, "\\$&")}`),
    );
    expect(project.read("epic-3/README.md")).toContain("deps=task-12; file=task-9 - Add-C#.md; accept=parses");
    const taken = project.reeve("epic", "import", "s.yaml");
    expect(taken.out).toContain("6 items (1 done, 2 inbox, 1 ready, 1 in_progress, 1 someday)");
    expect(taken.err).toContain('s.yaml:7:1 1-5-e has the unknown status "dun"');
    expect(project.json("epic", "status", "s.md")).toMatchObject([{ epics: [{ items: { length: 6 } }] }]);
  });
});
