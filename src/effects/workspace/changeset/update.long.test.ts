/** What is integrated is merged into an attempt's work; conflicts are left to the agent, and every step can be repeated. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aRepository, type TestRepository } from "../../../../test/repository.ts";
import { aWorkspaceLab, BRANCH, integrate, ownAdmin, type WorkspaceLab } from "../../../../test/workspace-lab.ts";

const SECOND = { attempt: "api.2", number: 2 } as const;
let user: TestRepository;
let lab: WorkspaceLab;
let admin: string;

beforeEach(async () => {
  user = aRepository({ "a.txt": "a\n", "b.txt": "b\n", ".gitignore": "node_modules/\n" });
  lab = await aWorkspaceLab(user);
  await lab.ready();
  admin = ownAdmin(user.dir);
});

afterEach(() => user.remove());

test("what is integrated is merged into the attempt's own work, which is committed first", async () => {
  await work();
  const onto = integrate(user, { "c.txt": "c\n" });
  const again = await lab.ready({ ...SECOND, changeset: "update" });
  expect(again.workspace?.base).toBe(onto);
  expect(files()).toEqual({ "a.txt": "uncommitted\n", "b.txt": "committed\n", "c.txt": "c\n", "new.txt": "new\n" });
  expect(lab.git("status", "--porcelain")).toBe("");
  const sealed = await lab.sealed(SECOND.attempt);
  expect([...sealed.paths].sort()).toEqual(["a.txt", "b.txt", "new.txt"]);
});

test("a conflict is left in the files for the agent; sealing tells whether it was resolved", async () => {
  await work();
  const onto = integrate(user, { "a.txt": "integrated\n", "c.txt": "c\n" });
  await lab.ready({ ...SECOND, changeset: "update" });
  expect(lab.read("a.txt")).toMatch(/^<{7} .*\nuncommitted\n={7}\nintegrated\n>{7} /);
  expect(lab.git("rev-parse", "MERGE_HEAD")).toBe(onto);
  expect((await lab.sealed(SECOND.attempt)).unresolved).toEqual(["a.txt"]);
  lab.write("a.txt", "both\n");
  const sealed = await lab.sealed(SECOND.attempt);
  expect(sealed).toMatchObject({ unresolved: [], base: onto });
  expect(existsSync(join(admin, "MERGE_HEAD"))).toBe(false);
  expect([...sealed.paths].sort()).toEqual(["a.txt", "b.txt", "new.txt"]);
});

test("a merge the agent gives up does not undo what others did: it is in conflict again", async () => {
  await work();
  const onto = integrate(user, { "a.txt": "integrated\n", "c.txt": "c\n" });
  await lab.ready({ ...SECOND, changeset: "update" });
  lab.git("reset", "--hard", "--quiet");
  const { commit, base } = await lab.sealed(SECOND.attempt);
  expect(base).toBe(user.git("merge-base", onto, commit));
  expect(base).not.toBe(onto);
  expect(() => user.git("merge-tree", "--write-tree", onto, commit)).toThrow();
});

test.each<[string, () => void]>([
  ["before the merge", () => {}],
  ["while the merge wrote files", () => halfMerge()],
])("killed %s, it ends the same", async (_when, half) => {
  await work();
  await lab.sealed();
  const sealed = lab.git("rev-parse", "HEAD");
  integrate(user, { "a.txt": "integrated\n", "c.txt": "c\n" });
  writeFileSync(join(admin, "reeve-moving.json"), JSON.stringify({ id: SECOND.attempt, parked: null, sealed }));
  half();
  writeFileSync(join(admin, "index.lock"), "");
  await lab.ready({ ...SECOND, changeset: "update" });
  expect(lab.read("a.txt")).toContain("uncommitted\n=======\nintegrated\n");
  expect(lab.read("c.txt")).toBe("c\n");
  expect(existsSync(join(admin, "MERGE_HEAD"))).toBe(true);
});

test("killed after the merge, the conflicts are not merged a second time", async () => {
  await work();
  integrate(user, { "a.txt": "integrated\n" });
  await lab.ready({ ...SECOND, changeset: "update" });
  const note = JSON.stringify({ id: SECOND.attempt, parked: null, sealed: lab.git("rev-parse", "HEAD") });
  writeFileSync(join(admin, "reeve-moving.json"), note);
  rmSync(join(admin, "reeve-attempt.json"));
  rmSync(join(admin, "reeve-conflicts.json"));
  const before = lab.read("a.txt");
  await lab.ready({ ...SECOND, changeset: "update" });
  expect(lab.read("a.txt")).toBe(before);
  expect((await lab.sealed(SECOND.attempt)).unresolved).toEqual(["a.txt"]);
});

test.each(["keep", "update"] as const)(
  "killed before the merge was shown, it is part of what another attempt finds (%s)",
  async (changeset) => {
    await work();
    const onto = integrate(user, { "a.txt": "integrated\n" });
    await lab.ready({ ...SECOND, changeset: "update" });
    const note = JSON.stringify({ id: SECOND.attempt, parked: null, sealed: lab.git("rev-parse", "HEAD") });
    writeFileSync(join(admin, "reeve-moving.json"), note);
    writeFileSync(join(admin, "reeve-unshown.json"), "true");
    rmSync(join(admin, "reeve-attempt.json"));
    rmSync(join(user.dir, ".git/worktrees/api/MERGE_HEAD"));
    await lab.ready({ attempt: "api.3", number: 3, changeset });
    lab.write("a.txt", "both\n");
    await lab.sealed("api.3");
    expect(user.git("rev-list", "--merges", "--parents", BRANCH)).toContain(onto);
  },
);

/** A commit of the agent's own, a change, a new file, and something ignored. */
async function work(): Promise<void> {
  lab.write("b.txt", "committed\n");
  lab.git("commit", "--quiet", "--all", "--message", "By the agent");
  lab.write("a.txt", "uncommitted\n");
  lab.write("new.txt", "new\n");
  mkdirSync(join(lab.dir, "node_modules"), { recursive: true });
  lab.write("node_modules/x", "installed\n");
}

function halfMerge(): void {
  lab.write("c.txt", "half");
  lab.write("a.txt", "<<<<<<<");
}

function files(): Record<string, string> {
  const names = readdirSync(lab.dir).filter((name) => name.endsWith(".txt"));
  return Object.fromEntries(names.sort().map((name) => [name, lab.read(name)]));
}
