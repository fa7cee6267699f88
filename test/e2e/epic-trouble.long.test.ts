/** An epic whose surroundings fail at a bad moment: a body that is broken while a worker ends, a remote that refuses, a dry run that must leave no trace. */
import { chmodSync, existsSync, lstatSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { gitIn } from "../repository.ts";
import { until } from "../wait.ts";
import { anEpic, asks, bodyOf, EPIC, queuedRow, withPauli, workersEnded } from "./epic-project.ts";

it("17 a worker that ends while the body is broken is heard once it is mended", async () => {
  const project = anEpic({
    agent: 'while [ ! -f "$ROOT/go" ]; do sleep 0.05; done; echo work > x.txt; git add -A; git commit -qm work',
    items: [queuedRow("a")],
  });
  project.write("agent.sh", `ROOT='${project.dir}'\n${project.read("agent.sh")}`);
  gitIn(project.dir, "commit", "--quiet", "--all", "--message", "Where");
  expect(project.reeve("tick", EPIC).code).toBe(0);
  await until("its worker to say that it works", () => project.read(EPIC).includes("now=working"));
  const [before, after] = [
    project.read(EPIC),
    (text: string) => text.replace("| 1 | a |", "| 1 | broken |\n| 1 | a |"),
  ];
  project.write(EPIC, after(before));
  project.write("go", "");
  await until("the worker to end", () => project.leftovers().length === 0);
  expect(project.read(EPIC)).toBe(after(before));
  project.write(EPIC, before);
  project.reeve("tick", EPIC);
  await workersEnded(project);
  expect(bodyOf(project).items[0]).toMatchObject({ fields: { exit: "0" }, surface: expect.stringContaining("branch") });
  project.reeve("tick", EPIC);
  expect(bodyOf(project).items[0]?.status).toBe("ready_for_user_review");
});

/** Everything of a folder, with when each thing was changed. */
function treeOf(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((name) => `${name} ${lstatSync(join(dir, name)).mtimeMs} ${lstatSync(join(dir, name)).size}`);
}

it("a dry run leaves no trace in the project, whether by rules or by an agent", () => {
  const byRules = anEpic({ items: [queuedRow("a")] });
  const byAgent = withPauli({ items: [queuedRow("a")], files: { "role.sh": "cat > /dev/null; cat answer\n" } });
  byAgent.says({ action: "halt", status: "review", reason: "the bank has no such interface" });
  for (const project of [byRules, byAgent]) {
    const before = treeOf(project.dir);
    expect(project.reeve("tick", EPIC, "--dry-run").out).toMatch(/^Would decide: /);
    expect(treeOf(project.dir)).toEqual(before);
  }
});

it("5 a remote that refuses the branch ends a resident run with its words; nobody is asked again and again", () => {
  const project = withPauli({ items: [queuedRow("a")] });
  project.write("reeve.yaml", project.read("reeve.yaml").replace("epic: {", "epic: { git: on,"));
  project.says({ action: "halt", status: "review", reason: "the bank has no such interface" });
  const remote = join(project.dir, "remote.git");
  gitIn(project.dir, "init", "--quiet", "--bare", remote);
  gitIn(project.dir, "commit", "--quiet", "--all", "--message", "Shared");
  gitIn(project.dir, "remote", "add", "origin", remote);
  gitIn(project.dir, "push", "--quiet", "--set-upstream", "origin", "main");
  const hook = join(remote, "hooks", "pre-receive");
  writeFileSync(hook, "#!/bin/sh\necho 'main is protected' >&2\nexit 1\n");
  chmodSync(hook, 0o755);
  const before = project.read(EPIC);
  const ran = project.reeve("run", EPIC);
  expect(ran.code).not.toBe(0);
  expect(ran.err).toContain("did not take epics/shop.md");
  expect(asks(project)).toBe(1);
  expect(project.read(EPIC)).toBe(before);
  expect(existsSync(join(project.dir, ".reeve/epic/work"))).toBe(false);
});
