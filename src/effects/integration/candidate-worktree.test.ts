import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { anIntegrationWorld, gate, type IntegrationWorld, integrated, order } from "../../../test/integration-world.ts";

let world: IntegrationWorld;
let before: string;
beforeEach(() => {
  world = anIntegrationWorld({ "a.txt": "one\ntwo\nthree\n", "b.txt": "b\n", "AGENTS.md": "# Agents\n" });
  world.repository.write("b.txt", "the user's own change\n");
  world.repository.write("staged.txt", "staged\n");
  world.repository.git("add", "staged.txt");
  world.repository.write("untracked.txt", "untracked\n");
  before = world.untouched();
});
afterEach(() => {
  const after = world.untouched();
  world.repository.remove();
  expect(after).toBe(before);
});
const git = (...args: string[]) => world.repository.git(...args);

test("files that git ignores stay in the worktree from merge to merge, all others go", async () => {
  const integrator = world.open();
  const fill = gate("mkdir -p packages nested && touch packages/kept left.txt && git init -q nested");
  await integrated(integrator, order("t1", world.work("t1", { ".gitignore": "packages/\n" }), [fill]));
  const look = gate("test -f packages/kept && test ! -e left.txt && test ! -e nested");
  const merged = await integrated(integrator, order("t2", world.work("t2", { "two.txt": "2\n" }), [look]));
  expect(merged).toMatchObject({ type: "merged", gates: [{ verdict: "passed" }] });
});

test("a worktree that is no longer one is made anew, and git never runs in the checkout above it", async () => {
  const integrator = world.open();
  const damages = [
    () => rmSync(join(world.candidate, ".git")),
    () => rmSync(world.candidate, { recursive: true }),
    () => writeFileSync(join(world.candidate, ".git"), `gitdir: ${join(world.repository.dir, ".git")}\n`),
    () => writeFileSync(git("-C", world.candidate, "rev-parse", "--absolute-git-dir").concat("/index.lock"), ""),
    () => writeFileSync(git("-C", world.candidate, "rev-parse", "--absolute-git-dir").concat("/index"), "broken"),
    () => git("worktree", "lock", "--reason", "initializing", world.candidate),
    () => {
      rmSync(world.candidate, { recursive: true });
      mkdirSync(join(world.candidate, "half"), { recursive: true });
    },
  ];
  await integrated(integrator, order("t0", world.work("t0", { "0.txt": "0\n" }), [gate("true")]));
  for (const [index, damage] of damages.entries()) {
    damage();
    const name = `n${index}.txt`;
    const commit = world.work(`n${index}`, { [name]: "x\n" });
    const merged = await integrated(
      integrator,
      order(`n${index}`, commit, [gate(`test -f ${name} && test ! -e half`)]),
    );
    expect(merged, `damage ${index}`).toMatchObject({ type: "merged" });
  }
});

test("setup runs once, and again when a merge changes what decides about installed packages", async () => {
  const seen: string[] = [];
  const setup = async (dir: string) => {
    seen.push(git("-C", dir, "log", "-1", "--format=%s"));
    return null;
  };
  const merge = async (task: string, files: Readonly<Record<string, string>>) =>
    integrated(world.open({ setup }), order(task, world.work(task, files), [gate("true")]));
  await merge("t1", { "one.txt": "1\n" });
  await merge("t2", { "two.txt": "2\n" });
  await merge("t3", { "app/package.json": "{}\n" });
  await merge("t4", { "four.txt": "4\n" });
  expect(seen).toEqual(["Merge t1: Do t1", "Merge t3: Do t3"]);
});

test("a setup that fails because of the merge makes it red; one that fails anyway is nobody's fault", async () => {
  const broken = (dir: string, always: boolean) => always || existsSync(join(dir, "package.json"));
  const failure = { class: "dependency_install", restart: "persistent", message: "No.", evidence: ["npm"] } as const;
  const setup = (always: boolean) => async (dir: string) => (broken(dir, always) ? failure : null);
  const what = order("t1", world.work("t1", { "package.json": "{" }), [gate("true")]);
  const answer = await integrated(world.open({ setup: setup(false) }), what);
  expect(answer).toMatchObject({ type: "red", gates: [{ gate: "setup", verdict: "failed", evidence: ["npm"] }] });
  const nobodys = await world.open({ setup: setup(true) }).integrate(what, new AbortController().signal);
  expect(nobodys).toEqual({ type: "failed", failure });
  expect(world.branch()).toBe(world.base);
});
