/** An epic between cron and a resident run, and its person: who works it may change at any moment, the body says where it stands. */
import { renameSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { gitIn } from "../repository.ts";
import { until } from "../wait.ts";
import { anEpic, bodyOf, EPIC, queuedRow, workersEnded } from "./epic-project.ts";

const WAITS =
  'cat > /dev/null; until [ -e "$GO" ]; do sleep 0.02; done; echo x > "$REEVE_TASK_ID.txt"; git add -A; git commit -qm work';

it("a resident run shows its progress in the body; stopped, a tick resumes its workers, and another resident run ends it", async () => {
  const project = anEpic({ items: [queuedRow("a"), queuedRow("b", "deps=a")], agent: WAITS });
  project.with({ GO: join(project.dir, "go") });
  const resident = project.start("run", EPIC);
  const now = () => bodyOf(project).items[0]?.fields.now;
  await until("the body to tell of the worker", () => now() === "working, attempt 1", now);
  // It is one process that works: nobody was detached.
  expect(bodyOf(project).items[0]?.fields.exit).toBeUndefined();
  const { dispatch } = bodyOf(project).items[0]?.fields ?? {};
  resident.child.kill("SIGINT");
  expect((await resident.ended).code).toBe(4);
  expect(project.leftovers()).toEqual([]);
  expect(bodyOf(project).items[0]).toMatchObject({ status: "in_progress", fields: { dispatch } });

  expect(project.reeve("tick", EPIC).code).toBe(9);
  project.write("go", "");
  await workersEnded(project);
  expect(bodyOf(project).items[0]?.fields).toMatchObject({ exit: "0", dispatch });
  expect(bodyOf(project).items[0]?.fields.now).toBeUndefined();
  expect(project.reeve("run", EPIC).code).toBe(0);
  const body = bodyOf(project);
  expect(body.items.map(({ status }) => status)).toEqual(["ready_for_user_review", "ready_for_user_review"]);
  const dispatched = body.patterns.filter((row) => row.class === "dispatch_ok").map((row) => row.decision);
  expect(dispatched).toEqual(["dispatch a to sh", "dispatch b to sh"]);
});

it("a remote that is away for a while ends no resident run: it is told, and the epic comes to its end", async () => {
  const project = anEpic({
    ...{ items: [queuedRow("a"), queuedRow("b", "deps=a")], agent: WAITS, settings: "epic: { git: on }\n" },
  });
  project.with({ GO: join(project.dir, "go") });
  const [remote, away] = [join(project.dir, "remote.git"), join(project.dir, "away.git")];
  gitIn(project.dir, "init", "--quiet", "--bare", "--initial-branch=main", remote);
  gitIn(project.dir, "remote", "add", "origin", remote);
  gitIn(project.dir, "push", "--quiet", "--set-upstream", "origin", "main");
  const resident = project.start("run", EPIC);
  const now = () => bodyOf(project).items[0]?.fields.now;
  await until("the body to tell of the worker", () => now() === "working, attempt 1", now);
  renameSync(remote, away);
  project.write("go", "");
  await resident.line(/origin could not be asked for main/);
  renameSync(away, remote);
  expect((await resident.ended).code).toBe(0);
  expect(bodyOf(project).items.map(({ status }) => status)).toEqual(["ready_for_user_review", "ready_for_user_review"]);
  const dispatched = bodyOf(project).patterns.filter((row) => row.class === "dispatch_ok");
  expect(dispatched.map((row) => row.decision)).toEqual(["dispatch a to sh", "dispatch b to sh"]);
});

it("a worker's question comes to its person with the command that answers it; the answer reaches the next worker", async () => {
  const agent =
    'p=$(cat); case "$p" in *"Its person decided: euros"*) ;; *) echo \'{"status":"blocked","blocked_reason":"ambiguous_spec","uncertain_about":"Which currency?"}\'; exit 0;; esac; echo x > a.txt; git add -A; git commit -qm work';
  const project = anEpic({ items: [queuedRow("a")], agent });
  expect(project.reeve("run", EPIC).code).toBe(0);
  expect(bodyOf(project).items[0]).toMatchObject({ status: "review" });
  expect(project.reeve("questions").out).toMatch(/Which currency\?.*→ reeve epic decide shop a/);
  // In a loop nothing asks; on request a tick does, and silence changes nothing.
  const before = project.read(EPIC);
  expect(project.typed("", "tick", EPIC, "--interactive").code).toBe(9);
  expect(project.read(EPIC)).toBe(before);
  expect(project.typed("euros\n", "tick", EPIC, "--interactive").out).toContain("A person decided about a");
  expect(bodyOf(project).persons).toContain("DECISION (a): euros");
  expect(project.reeve("run", EPIC).code).toBe(0);
  expect(bodyOf(project).items[0]).toMatchObject({ status: "ready_for_user_review" });
});

it("14 --interactive approves and resets on a yes only", () => {
  const project = anEpic({
    items: ["| 1 | a | A | ready |  |  |  |  |\n"],
    status: "review",
    files: { "reeve.yaml": "agents: { sh: { adapter: command, command: [/bin/sh, ./agent.sh] } }\n" },
  });
  project.write(EPIC, project.read(EPIC).replace("Phase: orient", "Phase: review"));
  expect(project.typed("no\n", "tick", EPIC, "--interactive").out).toContain(
    "May its 1 item be worked? [y/N] Left as it is.",
  );
  expect(bodyOf(project).status).toBe("review");
  expect(project.typed("y\n", "tick", EPIC, "--interactive").out).toContain("1 item is queued by a person.");
  expect(bodyOf(project)).toMatchObject({ status: "queued", items: [{ status: "queued" }] });
  project.write(
    EPIC,
    project.read(EPIC).replace("status: queued", "status: blocked").replace("Phase: dispatch", "Phase: halt"),
  );
  expect(project.typed("yes\n", "tick", EPIC, "--interactive").out).toContain("queued again");
  expect(bodyOf(project).patterns.at(-1)).toMatchObject({ class: "brake_reset" });
  expect(project.reeve("tick", EPIC, "--interactive", "--json").code).toBe(2);
});
